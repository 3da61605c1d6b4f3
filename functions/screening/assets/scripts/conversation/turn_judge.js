import { WAV_SAMPLES_A_SECOND } from "./wav.js";

// Later than that silence has decided.
const ANSWERS_WITHIN = 700;
// The service may have to load its models first.
const WAKES_WITHIN = 20_000;
const SENT_SECONDS = 8;
const MOST_FAILURES = 3;

// Asks the service what it makes of the last seconds of sound. Until it has answered once, and where it keeps
// failing, it cannot be used, and the page goes by loudness alone.
export function turnJudge(address, language) {
  let isAwake = false;
  let failures = 0;

  async function send(samples, about, within) {
    const query = new URLSearchParams({ language, about });
    const response = await fetch(`${address}?${query}`, {
      method: "POST", headers: { "content-type": "application/octet-stream" }, body: samples, signal: AbortSignal.timeout(within),
    });
    if (!response.ok) throw new Error(String(response.status));
    return response.json();
  }

  // To be called before an answer: sees whether the service can be asked.
  async function wake() {
    if (isUsable()) return;
    try {
      await send(new Int16Array(WAV_SAMPLES_A_SECOND), "speech", WAKES_WITHIN);
      isAwake = true;
      failures = 0;
    } catch { /* perhaps before the next answer */ }
  }

  // `about` is "end", whether the speaker has finished, or "speech", whether somebody speaks at all. Resolves to what
  // the service says, or to null where it is late or fails.
  async function ask(samples, about) {
    try {
      const said = await send(samples.slice(-SENT_SECONDS * WAV_SAMPLES_A_SECOND), about, ANSWERS_WITHIN);
      failures = 0;
      return said;
    } catch {
      failures += 1;
      return null;
    }
  }

  function isUsable() {
    return isAwake && failures < MOST_FAILURES;
  }

  return { ask, wake, isUsable };
}
