import { speechStream } from "./speech_stream.js";
import { joined } from "./wav.js";

// What the candidate says in one answer: its sound, and the streams in which it is understood meanwhile. An answer
// that was ended too early goes on in another part. `onPartial` is told what is understood so far.
export function spokenAnswer(onPartial) {
  const frames = [];
  const parts = [];

  // Begins a part with the frames before it.
  function begin(before) {
    parts.push({ begins: frames.length, stream: null, text: "", heard: null });
    frames.push(...before);
  }

  function push(samples) {
    frames.push(samples);
    parts.at(-1).stream?.send(samples);
  }

  // Has the part understood by a stream, with what was said of it by now.
  function streamTo(url) {
    const part = parts.at(-1);
    if (part.stream || part.heard) return;
    try {
      part.stream = speechStream(url, (text) => {
        part.text = text;
        onPartial();
      });
      frames.slice(part.begins).forEach((samples) => part.stream.send(samples));
    } catch { /* the recording is uploaded */ }
  }

  // Ends the part.
  function end() {
    const part = parts.at(-1);
    part.heard = part.stream ? part.stream.finish() : Promise.resolve(null);
    part.heard.catch(() => {});
  }

  // Resolves to the words of all parts once they have ended, or to null where one was in no stream.
  async function heard() {
    const transcripts = await Promise.all(parts.map((part) => part.heard));
    return transcripts.includes(null) ? null : transcripts.filter(Boolean).join(" ");
  }

  return {
    begin, push, streamTo, end, heard,
    abandon: () => parts.forEach((part) => part.stream?.abandon()),
    understood: () => parts.map((part) => part.text).filter(Boolean).join(" "),
    isStreaming: () => Boolean(parts.at(-1).stream),
    sound: (mostFrames = Infinity) => joined(frames.slice(-mostFrames)),
    frames: () => frames.length,
  };
}
