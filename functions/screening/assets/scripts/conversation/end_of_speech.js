const END_OF_SPEECH_SECONDS = 1;
const END_OF_UNFINISHED_SPEECH_SECONDS = 2.2;
// A comma, a colon, a dash or dots at the end: the sentence goes on.
const GOES_ON = /([,;:\u2013\u2014-]|\.\.\.|\u2026)$/;
const LAST_WORD = /[\p{L}\p{M}]+(?=[^\p{L}\p{M}]*$)/u;

// How long a silence ends an answer, by what was understood of it. A thought that is not finished gets more
// time. `unfinishedWords` are words of the language that end no sentence, such as "and" and "um".
export function endOfSpeechSeconds(understood, unfinishedWords) {
  return goesOn(understood, unfinishedWords) ? END_OF_UNFINISHED_SPEECH_SECONDS : END_OF_SPEECH_SECONDS;
}

// Whether words belong to a thought that is not finished.
export function goesOn(understood, unfinishedWords) {
  const text = understood.trim().toLowerCase();
  return GOES_ON.test(text) || unfinishedWords.includes(text.match(LAST_WORD)?.[0]);
}
