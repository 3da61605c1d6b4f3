// The legs of a reply, measured with the browser's own tools and sent nowhere. Each reply has these marks, in
// this order, and a measure from each to the next one; "talk-reply" is the whole. The sound of a reply that was prepared
// begins before the turn is answered, and the legs between are left out.
const LEGS = [
  ["talk-speech-ended", null],
  ["talk-turn-posted", "talk-understanding"],
  ["talk-turn-answered", "talk-response"],
  ["talk-sound-asked", "talk-page"],
  ["talk-sound-began", "talk-sound"],
];

// Marks how far a reply has come. A leg counts once in a reply, and only after the one before it; a typed
// answer begins with its post.
export function legsOfReply() {
  let before = null;
  let began = null;

  function reach(name) {
    const place = LEGS.findIndex(([mark]) => mark === name);
    const isBeginning = place === 0 || (place === 1 && before?.place !== 0);
    const isLast = place === LEGS.length - 1;
    if (!isBeginning && before?.place !== place - 1 && !(isLast && before)) return;
    const mark = performance.mark(name);
    if (isBeginning) began = mark;
    else performance.measure(LEGS[place][1], { start: before.mark.startTime, end: mark.startTime });
    before = { place, mark };
    if (!isLast) return;
    performance.measure("talk-reply", { start: began.startTime, end: mark.startTime });
    before = null;
  }

  // What is under way was no plain reply: the candidate read what was heard, or asked to hear something again.
  function forget() {
    before = null;
  }

  return { reach, forget };
}
