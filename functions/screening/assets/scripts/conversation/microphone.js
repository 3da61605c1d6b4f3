import { FRAME_SECONDS } from "./voice_activity.js";
import { WAV_SAMPLES_A_SECOND } from "./wav.js";

const MICROPHONE_CONSTRAINTS = { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 };

const EDGE_HERTZ = 7_000;
// Of a Butterworth filter of the fourth order, in decibels.
const EDGE_RESONANCES = [-5.3, 2.3];

// Runs on the browser's audio thread. Each frame is 16 bits mono at the wanted rate; a sample is the mean of
// those that fall into its time.
function microphoneProcessor() {
  class Frames extends AudioWorkletProcessor {
    constructor({ processorOptions }) {
      super();
      this.step = sampleRate / processorOptions.rate;
      this.size = processorOptions.rate * processorOptions.seconds;
      this.frame = new Int16Array(this.size);
      this.filled = 0;
      this.power = 0;
      this.sum = 0;
      this.count = 0;
      this.place = 0;
    }

    process([[channel]]) {
      for (const sample of channel || []) {
        this.sum += sample;
        this.count += 1;
        this.place += 1;
        if (this.place >= this.step) {
          this.place -= this.step;
          this.take(this.sum / this.count);
          this.sum = 0;
          this.count = 0;
        }
      }
      return true;
    }

    take(sample) {
      const limited = Math.max(-1, Math.min(1, sample));
      this.frame[this.filled] = limited * 0x7fff;
      this.power += limited * limited;
      this.filled += 1;
      if (this.filled < this.size) return;
      this.port.postMessage({ samples: this.frame.slice(), loudness: Math.sqrt(this.power / this.size) });
      this.filled = 0;
      this.power = 0;
    }
  }
  registerProcessor("frames", Frames);
}

// What lies above half of the wanted rate would be folded into speech: two filters make a steep edge below it.
function withoutHiss(context, source) {
  return EDGE_RESONANCES.reduce((before, Q) => {
    const filter = new BiquadFilterNode(context, { type: "lowpass", frequency: EDGE_HERTZ, Q });
    before.connect(filter);
    return filter;
  }, source);
}

export function canHear() {
  return Boolean(window.isSecureContext && window.AudioWorkletNode && navigator.mediaDevices?.getUserMedia);
}

// Hands each frame and its loudness to `onFrame` until it is closed. `onLost` is called when the microphone is
// taken away. Throws where there is none, or the candidate refuses it.
export async function openMicrophone(onFrame, onLost) {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: MICROPHONE_CONSTRAINTS });
  const context = new AudioContext();
  const module = URL.createObjectURL(new Blob([`(${microphoneProcessor})()`], { type: "text/javascript" }));
  const close = () => {
    stream.getTracks().forEach((track) => track.stop());
    context.close().catch(() => {});
  };
  try {
    await context.resume();
    await context.audioWorklet.addModule(module);
    const frames = new AudioWorkletNode(context, "frames", {
      numberOfOutputs: 0, processorOptions: { rate: WAV_SAMPLES_A_SECOND, seconds: FRAME_SECONDS },
    });
    frames.port.onmessage = ({ data }) => onFrame(data.samples, data.loudness);
    withoutHiss(context, context.createMediaStreamSource(stream)).connect(frames);
    stream.getTracks().forEach((track) => track.addEventListener("ended", onLost));
  } catch (failure) {
    close();
    throw failure;
  } finally {
    URL.revokeObjectURL(module);
  }
  return { close };
}
