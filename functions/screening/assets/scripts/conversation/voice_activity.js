export const FRAME_SECONDS = 0.05;
const BEGIN_FRAMES = 3;
const BARGE_IN_FRAMES = 7;
const QUIETEST_SPEECH = 0.01;
const ABOVE_NOISE = 3;
const LOUDEST_NOISE = 0.05;

// Tells from the loudness of one frame after another when somebody begins and ends to speak. The noise of the
// room is learned. `hear` answers "began", "ended" or ""; a silence of `endAfter` seconds ends speech. While the
// interviewer is heard speech has to be louder and longer, so that an echo of the loudspeaker does not count.
export function voiceActivity() {
  const activity = { isSpeaking: false, loudFrames: 0, quietFrames: 0, noise: 0.004, hear, reset };

  function hear(loudness, endAfter, isInterviewerHeard = false) {
    const threshold = Math.max(QUIETEST_SPEECH, activity.noise * ABOVE_NOISE) * (isInterviewerHeard ? 2 : 1);
    const isLoud = loudness > threshold;
    if (!isLoud && !activity.isSpeaking) learn(loudness);
    // Between two words there are quiet frames too.
    activity.loudFrames = isLoud ? activity.loudFrames + 1 : Math.max(0, activity.loudFrames - 2);
    activity.quietFrames = isLoud ? 0 : activity.quietFrames + 1;
    if (!activity.isSpeaking && activity.loudFrames >= (isInterviewerHeard ? BARGE_IN_FRAMES : BEGIN_FRAMES)) {
      activity.isSpeaking = true;
      return "began";
    }
    if (activity.isSpeaking && activity.quietFrames * FRAME_SECONDS >= endAfter) {
      reset();
      return "ended";
    }
    return "";
  }

  function learn(loudness) {
    activity.noise += (loudness - activity.noise) * (loudness < activity.noise ? 0.3 : 0.03);
    activity.noise = Math.min(LOUDEST_NOISE, Math.max(0.001, activity.noise));
  }

  function reset() {
    Object.assign(activity, { isSpeaking: false, loudFrames: 0, quietFrames: 0 });
  }

  return activity;
}
