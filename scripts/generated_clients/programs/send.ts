// Sends five requests by the generated TypeScript client: URL KEY.
import assert from "node:assert/strict";
import { CandidatesApi, Configuration, CreateInterviewInterviewTypeEnum, InterviewsApi } from "./index";

async function send(basePath: string, apiKey: string): Promise<void> {
  const configuration = new Configuration({ basePath, apiKey });
  const interview = await new InterviewsApi(configuration).createInterview({
    title: "Generated",
    displayName: "Generated",
    interviewType: CreateInterviewInterviewTypeEnum.Standard,
  });
  assert.equal(interview.data.data.interview.title, "Generated");
  const candidates = new CandidatesApi(configuration);
  for (const email of ["typescript@example.com", "axios@example.com"]) {
    const person = { firstName: "Ada", lastName: "Example", email, phone: "+14155550123" };
    assert.equal((await candidates.createCandidate(person)).data.data.firstName, "Ada");
  }
  const first = await candidates.listCandidates(undefined, undefined, "", undefined, 1);
  assert.equal(first.data.data.candidates.length, 1);
  const next = first.data.meta.nextCursor ?? undefined;
  assert.ok(next);
  const second = await candidates.listCandidates(undefined, undefined, next, undefined, 1);
  assert.notEqual(second.data.data.candidates[0].id, first.data.data.candidates[0].id);
}

const [url, key] = process.argv.slice(2);
send(url, key).catch((failure) => {
  console.error(failure.response?.data ?? failure);
  process.exitCode = 1;
});
