export const FRAME_SECONDS = 0.05;
const BEGIN_FRAMES = 3;
const BARGE_IN_FRAMES = 7;
const QUIETEST_SPEECH = 0.01;
// Where the service judges what is heard, what is no speech does no harm.
const QUIETEST_JUDGED_SPEECH = 0.003;
// Of the loudness of the voice itself: what is quieter while it speaks is a pause, with whatever goes on behind it.
const PAUSE_SHARE = 0.2;
const VOICE_LEARNED = 0.1;
const VOICE_LOWERED = 0.005;
// Talk behind the speaker may be louder than that. Where nothing has come near the loudness of the voice for so many
// frames, its pause began then.
const VOICE_SHARE = 0.6;
const LOW_FRAMES = 9;
const RESUMED_SHARE = 0.5;
const ABOVE_NOISE = 3;
const LOUDEST_NOISE = 0.05;

// Tells from the loudness of one frame after another when somebody begins and ends to speak. The noise of the
// room is learned. `hear` answers "began", "ended" or ""; a silence of `endAfter` seconds ends speech. While the
// interviewer is heard speech has to be louder and longer, so that an echo of the loudspeaker does not count.
// Where `isJudged` the service judges what is heard, and quieter speech and pauses amid noise are noticed;
// `endAfter` is null for what was no speech, which answers "nothing". `isSettling` is set from outside while speech that
// has ended may still go on.
export function voiceActivity() {
  const activity = {
    isSpeaking: false, isLoud: false, isSound: false, isHeld: false, isSettling: false,
    loudFrames: 0, quietFrames: 0, lowFrames: 0, pauseFrames: 0,
    noise: 0.004, loudness: 0, voice: 0, lastVoice: 0, doubt: 1, hear, reset,
  };

  function hear(loudness, endAfter, isInterviewerHeard = false, isJudged = false) {
    const isLoud = loudness > threshold(isInterviewerHeard, isJudged);
    activity.isLoud = isLoud;
    activity.isSound = loudness > aboveNoise(isJudged);
    if (!isLoud && !activity.isSpeaking) learn(loudness);
    if (isLoud) learnVoice(loudness);
    // Between two words there are quiet frames too.
    activity.loudFrames = isLoud ? activity.loudFrames + 1 : Math.max(0, activity.loudFrames - 2);
    activity.quietFrames = isLoud ? 0 : activity.quietFrames + 1;
    activity.lowFrames = loudness > activity.voice * VOICE_SHARE ? 0 : activity.lowFrames + 1;
    activity.pauseFrames = isJudged ? Math.max(activity.quietFrames, activity.lowFrames - LOW_FRAMES) : activity.quietFrames;
    if (!activity.isSpeaking && activity.loudFrames >= (isInterviewerHeard ? BARGE_IN_FRAMES : BEGIN_FRAMES)) {
      activity.isSpeaking = true;
      return "began";
    }
    if (activity.isSpeaking && activity.pauseFrames && activity.pauseFrames * FRAME_SECONDS >= (endAfter ?? 0)) {
      activity.lastVoice = activity.voice;
      reset();
      return endAfter === null ? "nothing" : "ended";
    }
    return "";
  }

  function threshold(isInterviewerHeard, isJudged) {
    const least = aboveNoise(isJudged);
    if (isInterviewerHeard) return Math.max(QUIETEST_SPEECH, least) * 2 * (activity.isHeld ? 1 : activity.doubt);
    // Only the voice that has just ended goes on, and not what is behind it.
    if (isJudged && activity.isSettling) return Math.max(least, activity.lastVoice * RESUMED_SHARE);
    return isJudged && activity.isSpeaking ? Math.max(least, activity.loudness * PAUSE_SHARE) : least;
  }

  function aboveNoise(isJudged) {
    return Math.max(isJudged ? QUIETEST_JUDGED_SPEECH : QUIETEST_SPEECH, activity.noise * ABOVE_NOISE);
  }

  function learnVoice(loudness) {
    const isVoice = loudness > activity.voice * VOICE_SHARE;
    activity.voice += (loudness - activity.voice) * (activity.voice ? (isVoice ? VOICE_LEARNED : VOICE_LOWERED) : 1);
    activity.loudness += (loudness - activity.loudness) * (activity.loudness ? VOICE_LEARNED : 1);
  }

  function learn(loudness) {
    activity.noise += (loudness - activity.noise) * (loudness < activity.noise ? 0.3 : 0.03);
    activity.noise = Math.min(LOUDEST_NOISE, Math.max(0.001, activity.noise));
  }

  function reset() {
    Object.assign(activity, { isSpeaking: false, loudFrames: 0, quietFrames: 0, lowFrames: 0, pauseFrames: 0, loudness: 0, voice: 0 });
  }

  return activity;
}
