const END_OF_SPEECH_SECONDS = 1;
const END_OF_UNFINISHED_SPEECH_SECONDS = 2.2;
// A comma, a colon, a dash or dots at the end: the sentence goes on.
const GOES_ON = /([,;:\u2013\u2014-]|\.\.\.|\u2026)$/;
const WORDS = /[\p{L}\p{M}]+/gu;

// How long a silence ends an answer, by what was understood of it. A thought that is not finished gets more
// time. `unfinishedWords` are words of the language that end no sentence, such as "and" and "um".
export function endOfSpeechSeconds(understood, unfinishedWords) {
  return goesOn(understood, unfinishedWords) ? END_OF_UNFINISHED_SPEECH_SECONDS : END_OF_SPEECH_SECONDS;
}

// Whether words belong to a thought that is not finished. Of `unfinishedWords` some are the last two words, such as
// "i_mean".
export function goesOn(understood, unfinishedWords) {
  const text = understood.trim().toLowerCase();
  const [lastWord, wordBefore] = (text.match(WORDS) || []).reverse();
  return GOES_ON.test(text) || unfinishedWords.includes(lastWord) || unfinishedWords.includes(`${wordBefore}_${lastWord}`);
}
