export const WAV = "audio/wav";
export const WAV_SAMPLES_A_SECOND = 16_000;
export const WAV_HEADER_BYTES = 44;

// Samples of 16 bits as an uncompressed recording: mono, at a rate that holds speech.
export function wavOf(samples) {
  const view = new DataView(new ArrayBuffer(WAV_HEADER_BYTES + 2 * samples.length));
  const word = (at, text) => Array.from(text, (letter, index) => view.setUint8(at + index, letter.charCodeAt(0)));
  word(0, "RIFF");
  view.setUint32(4, view.byteLength - 8, true);
  word(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, WAV_SAMPLES_A_SECOND, true);
  view.setUint32(28, 2 * WAV_SAMPLES_A_SECOND, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  word(36, "data");
  view.setUint32(40, 2 * samples.length, true);
  samples.forEach((sample, index) => view.setInt16(WAV_HEADER_BYTES + 2 * index, sample, true));
  return new Blob([view], { type: WAV });
}

// Frames of samples, one after the other.
export function joined(frames) {
  const samples = new Int16Array(frames.reduce((sum, frame) => sum + frame.length, 0));
  let at = 0;
  for (const frame of frames) {
    samples.set(frame, at);
    at += frame.length;
  }
  return samples;
}
