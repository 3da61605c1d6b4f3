// An address that leads to the web; null for any other text.
export function webAddress(url) {
  try {
    const parsed = new URL(url);
    return ["https:", "http:"].includes(parsed.protocol) ? parsed : null;
  } catch {
    return null;
  }
}
