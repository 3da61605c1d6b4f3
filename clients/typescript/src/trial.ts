/** Tries the client on a running service; a test reads what it prints. */

import { ApiError, createTalentScreening, dataOf, everyRecord } from "./index.js";

declare const process: { argv: string[]; stdout: { write(text: string): void } };

const [, , baseUrl = "", apiKey = ""] = process.argv;
const client = createTalentScreening({ baseUrl, apiKey });
const ada = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com", phone: "+14155550123" };

const made: string[] = [];
for (let number = 0; number < 3; number++) {
  made.unshift(dataOf(await client.POST("/qsi/gather/candidates", { body: ada })).id);
}

const listed: string[] = [];
const pages = (cursor: string) =>
  client.GET("/qsi/gather/candidates", { params: { query: { cursor, pageSize: 2 } } });
for await (const candidate of everyRecord(pages, (page) => page.candidates)) listed.push(candidate.id);

const errors: string[] = [];
for (const body of [{ ...ada, email: "no address" }]) {
  try {
    dataOf(await client.POST("/qsi/gather/candidates", { body }));
  } catch (error) {
    if (error instanceof ApiError) errors.push(error.code);
  }
}
try {
  const path = { candidateId: "0190a0b0-c0d0-7123-8456-789abcdef012" };
  dataOf(await client.GET("/qsi/gather/candidates/{candidateId}", { params: { path } }));
} catch (error) {
  if (error instanceof ApiError) errors.push(error.code);
}

process.stdout.write(JSON.stringify({ made, listed, errors }));
