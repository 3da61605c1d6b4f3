/** Fails when the first view or one of the further screens is larger than its budget. Needs a build. */

import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const FIRST_VIEW_KB = 150;
const SCREEN_KB = 60;
const FIRST_LANGUAGE = "src/languages/en.json?part=first";

const dist = new URL("../../functions/console/assets/app/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", dist), "utf8"));

/** The files that an entry of the manifest needs at once: its own, and those that it imports statically. */
function filesOf(name, found = new Set()) {
  const entry = manifest[name];
  if (found.has(entry.file)) return found;
  found.add(entry.file);
  for (const style of entry.css ?? []) found.add(style);
  for (const each of entry.imports ?? []) filesOf(each, found);
  return found;
}

function kilobytes(files) {
  const bytes = [...files].map((file) => gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length);
  return bytes.reduce((sum, each) => sum + each, 0) / 1_000;
}

let failed = false;
function check(what, files, budget) {
  const size = kilobytes(files);
  failed ||= size > budget;
  console.log(
    `${size > budget ? "too large" : "ok       "} ${size.toFixed(1).padStart(6)} of ${budget} KB  ${what}`,
  );
}

const page = readFileSync(new URL("index.html", dist), "utf8");
const named = page.match(/assets\/[\w.-]+\.(js|css)/g) ?? [];
const first = filesOf(FIRST_LANGUAGE, new Set(["index.html", ...named]));
check("first view", first, FIRST_VIEW_KB);

for (const name of Object.keys(manifest)) {
  if (!manifest[name].isDynamicEntry || name === FIRST_LANGUAGE) continue;
  const files = new Set([...filesOf(name)].filter((file) => !first.has(file)));
  check(name, files, SCREEN_KB);
}

const addresses = readdirSync(new URL("assets/", dist)).filter((file) => !/-[\w-]{8}\.\w+$/.test(file));
if (addresses.length > 0) {
  failed = true;
  console.log(`without a hash in the name: ${addresses.join(", ")}`);
}
process.exitCode = failed ? 1 : 0;
