// Verifies deliveries with the library of Standard Webhooks: reads a JSON array of {secret, body, headers} and
// prints an array of what each body holds, null where the signature does not verify.
import { readFileSync } from "node:fs";

import { Webhook } from "standardwebhooks";

function verified({ secret, body, headers }) {
  try {
    return new Webhook(secret).verify(body, headers);
  } catch {
    return null;
  }
}

console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf-8")).map(verified)));
