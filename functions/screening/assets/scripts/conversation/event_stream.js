// The framing of Amazon's event streams. A message is its length, the length of its headers, a checksum of
// both, the headers, the payload, and a checksum of everything before. Numbers are big-endian.
const PRELUDE_BYTES = 8;
const CHECKSUM_BYTES = 4;
const STRING_HEADER = 7;
const FIXED_HEADER_BYTES = { 0: 0, 1: 0, 2: 1, 3: 2, 4: 4, 5: 8, 8: 8, 9: 16 };
const CHECKSUM_TABLE = Uint32Array.from({ length: 256 }, (_, number) => {
  let value = number;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

// The CRC-32 of bytes.
function checksum(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = (value >>> 8) ^ CHECKSUM_TABLE[(value ^ byte) & 0xff];
  return (value ^ 0xffffffff) >>> 0;
}

// A message with headers of text and a payload of bytes.
export function encodeEvent(headers, payload) {
  const encoder = new TextEncoder();
  const parts = Object.entries(headers).map(([name, value]) => [encoder.encode(name), encoder.encode(value)]);
  const headerBytes = parts.reduce((sum, [name, value]) => sum + 4 + name.length + value.length, 0);
  const message = new Uint8Array(PRELUDE_BYTES + CHECKSUM_BYTES + headerBytes + payload.length + CHECKSUM_BYTES);
  const view = new DataView(message.buffer);
  view.setUint32(0, message.length);
  view.setUint32(4, headerBytes);
  view.setUint32(PRELUDE_BYTES, checksum(message.subarray(0, PRELUDE_BYTES)));
  let at = PRELUDE_BYTES + CHECKSUM_BYTES;
  for (const [name, value] of parts) {
    view.setUint8(at, name.length);
    message.set(name, at + 1);
    at += 1 + name.length;
    view.setUint8(at, STRING_HEADER);
    view.setUint16(at + 1, value.length);
    message.set(value, at + 3);
    at += 3 + value.length;
  }
  message.set(payload, at);
  const end = message.length - CHECKSUM_BYTES;
  view.setUint32(end, checksum(message.subarray(0, end)));
  return message;
}

// The headers of text and the payload of a message. Throws for one that is not whole.
export function decodeEvent(buffer) {
  const message = new Uint8Array(buffer);
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  const end = message.length - CHECKSUM_BYTES;
  const first = PRELUDE_BYTES + CHECKSUM_BYTES;
  if (end < first || view.getUint32(0) !== message.length) throw new RangeError("length");
  if (view.getUint32(PRELUDE_BYTES) !== checksum(message.subarray(0, PRELUDE_BYTES))) throw new RangeError("prelude");
  if (view.getUint32(end) !== checksum(message.subarray(0, end))) throw new RangeError("checksum");
  const payloadAt = first + view.getUint32(4);
  if (payloadAt > end) throw new RangeError("headers");
  return { headers: headersOf(message.subarray(first, payloadAt)), payload: message.subarray(payloadAt, end) };
}

function headersOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const decoder = new TextDecoder();
  const headers = {};
  for (let at = 0; at < bytes.length;) {
    const valueAt = at + 1 + view.getUint8(at) + 1;
    const name = decoder.decode(bytes.subarray(at + 1, valueAt - 1));
    const type = view.getUint8(valueAt - 1);
    if (type in FIXED_HEADER_BYTES) {
      at = valueAt + FIXED_HEADER_BYTES[type];
    } else {
      at = valueAt + 2 + view.getUint16(valueAt);
      if (type === STRING_HEADER) headers[name] = decoder.decode(bytes.subarray(valueAt + 2, at));
    }
  }
  return headers;
}
