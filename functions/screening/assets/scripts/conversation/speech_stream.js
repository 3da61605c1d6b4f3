import { decodeEvent, encodeEvent } from "./event_stream.js";

const STREAM_OPENS_WITHIN = 6_000;
const STREAM_ENDS_WITHIN = 4_000;
const AUDIO_HEADERS = {
  ":content-type": "application/octet-stream", ":event-type": "AudioEvent", ":message-type": "event",
};

// Speech on its way to a streaming transcription. What is understood so far goes to `onPartial`. `finish`
// resolves to all that was understood, or rejects where the stream failed: an answer without its last words looks
// like one, and the recording has them.
export function speechStream(url, onPartial) {
  const socket = new WebSocket(url);
  const unsent = [];
  const results = new Map();
  let fail;
  let close;
  const closed = new Promise((resolve, reject) => { [close, fail] = [resolve, reject]; });
  closed.catch(() => {});
  let limit = setTimeout(() => fail(new Error("opening")), STREAM_OPENS_WITHIN);
  let isFinishing = false;
  socket.binaryType = "arraybuffer";

  const understood = () => Array.from(results.values()).join(" ").replace(/\s+/g, " ").trim();
  const put = (bytes) => socket.send(encodeEvent(AUDIO_HEADERS, bytes));

  socket.addEventListener("open", () => {
    clearTimeout(limit);
    unsent.splice(0).forEach(put);
  });
  socket.addEventListener("message", ({ data }) => {
    try {
      read(decodeEvent(data));
    } catch (failure) {
      fail(failure);
    }
  });
  socket.addEventListener("error", () => fail(new Error("connection")));
  socket.addEventListener("close", ({ wasClean }) => (isFinishing && wasClean ? close() : fail(new Error("closed"))));

  function read({ headers, payload }) {
    if (headers[":message-type"] !== "event") throw new Error(headers[":exception-type"] || "exception");
    if (headers[":event-type"] !== "TranscriptEvent") return;
    for (const result of JSON.parse(new TextDecoder().decode(payload)).Transcript.Results) {
      results.set(result.ResultId, result.Alternatives[0]?.Transcript || "");
    }
    onPartial(understood());
  }

  function send(samples) {
    const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
    if (socket.readyState === WebSocket.OPEN) put(bytes);
    else if (socket.readyState === WebSocket.CONNECTING) unsent.push(bytes);
  }

  async function finish() {
    isFinishing = true;
    send(new Int16Array(0));
    clearTimeout(limit);
    limit = setTimeout(() => fail(new Error("ending")), STREAM_ENDS_WITHIN);
    try {
      await closed;
      return understood();
    } finally {
      abandon();
    }
  }

  function abandon() {
    clearTimeout(limit);
    isFinishing = true;
    socket.close();
  }

  return { send, finish, abandon };
}
