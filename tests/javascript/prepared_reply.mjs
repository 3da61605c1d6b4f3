// Lets the page's prepared reply notice pauses: reads a JSON array of [text, seconds of the pause], and prints the texts
// that it has a reply prepared for.
import { readFileSync } from "node:fs";
import { register } from "node:module";

const folder = new URL("../../functions/screening/assets/scripts/conversation/", import.meta.url);
globalThis.prepared = [];
// The service is the test's.
register(`data:text/javascript,${encodeURIComponent(`
export function resolve(specifier, context, next) {
  if (specifier !== "./turns.js") return next(specifier, context);
  const source = "export const prepareTurn = async ({ prepare }) => { prepared.push(prepare.text); return null; };";
  return { url: "data:text/javascript," + encodeURIComponent(source), shortCircuit: true };
}`)}`);
const { preparedReply } = await import(new URL("prepared_reply.js", folder));

const reply = preparedReply(() => 2);
for (const [text, seconds] of JSON.parse(readFileSync(0, "utf-8"))) reply.notice(text, seconds);
console.log(JSON.stringify(globalThis.prepared));
