// What is kept for this tab alone, under the id of the conversation's first turn, so that a reload loses nothing.
// Without a storage it is in memory.
//   turn     the one turn that is under way, until the service has taken it
//   spoken   how many turns the conversation had when this tab last said something
const KEPT_TURN = "turn";
const KEPT_PLACE = "spoken";
const inMemory = new Map();

function keep(name, conversationId, value) {
  inMemory.set(name, { conversationId, value });
  try {
    sessionStorage.setItem(name, JSON.stringify(inMemory.get(name)));
  } catch { /* it is in memory */ }
}

function kept(name, conversationId) {
  let found = inMemory.get(name);
  try {
    found ??= JSON.parse(sessionStorage.getItem(name));
  } catch { /* nothing was kept */ }
  return found?.conversationId === conversationId ? found.value : null;
}

function forget(name) {
  inMemory.delete(name);
  try {
    sessionStorage.removeItem(name);
  } catch { /* nothing was kept */ }
}

export const keepTurn = (conversationId, body) => keep(KEPT_TURN, conversationId, body);
export const keptTurn = (conversationId) => kept(KEPT_TURN, conversationId);
export const forgetTurn = () => forget(KEPT_TURN);

// How many turns there are up to the candidate's last one.
export const lastSaid = (turns) => turns.findLastIndex((turn) => turn.role === "candidate") + 1;

// This tab has said the candidate's last turn, or begun the conversation.
export const keepPlace = (conversationId, sequence) => keep(KEPT_PLACE, conversationId, sequence);

// Whether it was this tab that the candidate used last.
export const spokeLast = (turns) => kept(KEPT_PLACE, turns[0].id) === lastSaid(turns);
