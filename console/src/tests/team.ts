/** A team at the service: what its candidates, colleagues and queue answer, and what is sent to it. */

import type {
  Candidate,
  CandidateInterview,
  CandidateRequest,
  Comment,
  Decision,
  Results,
  ReviewItem,
  ScoreChange,
} from "../service/records";
import {
  aCandidateInterview,
  anInterview,
  aReviewQueue,
  aTeam,
  aUser,
  OTHER_TEAM,
  TEAM,
  theResults,
} from "./records";
import { envelope, http, service } from "./service";

const ONE = "/qsi/gather/candidate-interviews/{candidateInterviewId}";
const NOW = "2026-03-02T10:00:00.000Z";

/** What was sent, a request each: `POST …/decision`, with its body. */
export interface Sent {
  what: string;
  body: unknown;
}

interface Reviewed {
  candidate: Candidate;
  interview?: CandidateInterview;
  results?: Results;
  requests?: CandidateRequest[];
  changes?: ScoreChange[];
}

/** Answers for a team with a queue and some candidates. Returns what is sent to it, as it comes. */
export function serveTeam(queue: ReviewItem[], reviewed: Reviewed[] = []): Sent[] {
  const sent: Sent[] = [];
  const decisions = new Map<string, Decision[]>();
  const comments = new Map<string, Comment[]>();
  const changes = new Map<string, ScoreChange[]>();
  const results = new Map<string, Results>();
  const interviews = new Map<string, CandidateInterview>();
  for (const each of reviewed) {
    const interview = each.interview ?? aCandidateInterview(each.candidate);
    interviews.set(interview.id, interview);
    results.set(interview.id, each.results ?? theResults(interview));
    changes.set(interview.id, each.changes ?? []);
  }
  let waiting = queue;

  service.use(
    http.get("/qsi/gather/review-queue", ({ query, response }) => {
      const kind = query.get("kind");
      const items = waiting.filter((item) => kind === null || item.kind === kind);
      return response(200).json(envelope({ ...aReviewQueue(items), counts: aReviewQueue(waiting).counts }));
    }),
    http.get("/qsi/gather/jobs", ({ response }) =>
      response(200).json(envelope({ jobs: [], pagination: null })),
    ),
    http.get("/qsi/gather/teams", ({ response }) =>
      response(200).json(envelope({ teams: [aTeam(TEAM, "Night shift"), aTeam(OTHER_TEAM, "Day shift")] })),
    ),
    http.get("/qsi/gather/users", ({ response }) =>
      response(200).json(envelope({ users: [aUser("user-max", "Max", "Manager")] })),
    ),
    http.get("/qsi/gather/interviews/{interviewId}", ({ response }) =>
      response(200).json(envelope({ interview: anInterview("Support interview") })),
    ),
    http.get("/qsi/gather/candidates/{candidateId}", ({ params, response }) => {
      const found = reviewed.find(({ candidate }) => candidate.id === params.candidateId);
      return found === undefined
        ? response.untyped(notFound())
        : response(200).json(envelope(found.candidate));
    }),
    http.get("/qsi/gather/candidates/{candidateId}/messages", ({ response }) =>
      response(200).json(envelope({ messages: [], optedOut: [], suppressed: null })),
    ),
    http.get("/qsi/gather/candidate-interviews", ({ query, response }) => {
      const own = [...interviews.values()].filter(
        ({ candidateId }) => candidateId === query.get("candidateId"),
      );
      return response(200).json(envelope(own));
    }),
    http.get(`${ONE}/results`, ({ params, response }) => {
      const found = results.get(params.candidateInterviewId);
      return found === undefined ? response.untyped(notFound()) : response(200).json(envelope(found));
    }),
    http.get(`${ONE}/results/changes`, ({ params, response }) =>
      response(200).json(envelope({ changes: changes.get(params.candidateInterviewId) ?? [] })),
    ),
    http.get(`${ONE}/decision`, ({ params, response }) =>
      response(200).json(envelope({ decisions: decisions.get(params.candidateInterviewId) ?? [] })),
    ),
    http.get(`${ONE}/comments`, ({ params, response }) =>
      response(200).json(envelope({ comments: comments.get(params.candidateInterviewId) ?? [] })),
    ),
    http.get(`${ONE}/requests`, ({ params, response }) => {
      const found = reviewed.find(
        ({ candidate }) => `interview-of-${candidate.id}` === params.candidateInterviewId,
      );
      return response(200).json(envelope({ requests: found?.requests ?? [] }));
    }),
    http.post(`${ONE}/decision`, async ({ params, request, response }) => {
      const body = await request.json();
      sent.push({ what: "decision", body });
      const id = params.candidateInterviewId;
      const decision = { id: "decision", userId: "user-rita", createdAt: NOW, ...body };
      decisions.set(id, [decision, ...(decisions.get(id) ?? [])]);
      waiting = waiting.filter((item) => item.candidateInterviewId !== id);
      return response(201).json(envelope({ decision }));
    }),
    http.post(`${ONE}/comments`, async ({ params, request, response }) => {
      const body = await request.json();
      sent.push({ what: "comment", body });
      const before = comments.get(params.candidateInterviewId) ?? [];
      const comment = { id: `comment-${before.length}`, userId: "user-rita", createdAt: NOW, ...body };
      comments.set(params.candidateInterviewId, [...before, comment]);
      return response(201).json(envelope({ comment }));
    }),
    http.patch(`${ONE}/results`, async ({ params, request, response }) => {
      const body = await request.json();
      sent.push({ what: "scores", body });
      const id = params.candidateInterviewId;
      const before = results.get(id);
      if (before === undefined) return response.untyped(notFound());
      const after = scoredByPerson(before, body.topicScores);
      results.set(id, after);
      changes.set(id, [
        ...body.topicScores.map(({ topic, score, reason }) => ({
          at: NOW,
          credentialId: "credential",
          userId: "user-rita",
          topic,
          from: before.scoreCard?.topicScores.find((each) => each.topic === topic)?.score ?? null,
          to: score,
          reason,
        })),
        ...(changes.get(id) ?? []),
      ]);
      return response(200).json(envelope(after));
    }),
    http.patch(`${ONE}/requests/{requestId}`, async ({ request, response }) => {
      const body = await request.json();
      sent.push({ what: "answer", body });
      const [first] = reviewed.flatMap(({ requests = [] }) => requests);
      if (first === undefined) return response.untyped(notFound());
      Object.assign(first, { status: "done", reply: body.reply ?? null, doneAt: NOW });
      return response(200).json(envelope({ request: first }));
    }),
  );
  return sent;
}

function scoredByPerson(results: Results, scores: readonly { topic: string; score: number }[]): Results {
  const card = results.scoreCard;
  if (card === null) return results;
  const topicScores = card.topicScores.map((each) => {
    const own = scores.find(({ topic }) => topic === each.topic);
    return own === undefined ? each : { ...each, score: own.score, scoredBy: "person" as const };
  });
  return { ...results, scoreCard: { ...card, topicScores, evaluationType: "hybrid" } };
}

function notFound(): Response {
  return Response.json(
    { error: { code: "NOT_FOUND", message: "There is no such record." } },
    { status: 404 },
  );
}
