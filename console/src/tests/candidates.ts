/** The candidates of a team, their interviews and their imports, and what is sent about them. */

import type { Candidate, CandidateImport, CandidateInterview, ImportRow } from "../service/records";
import { anInterview } from "./records";
import { envelope, http, META, service } from "./service";

export interface SentBody {
  what: string;
  body: unknown;
}

const NO_COUNTS = { created: 0, updated: 0, skipped: 0, failed: 0, invited: 0 };

export function anImport(change: Partial<CandidateImport> = {}): CandidateImport {
  return {
    id: "import-1",
    status: "complete",
    total: 2,
    counts: NO_COUNTS,
    dryRun: false,
    error: null,
    uploadUrl: null,
    headers: null,
    createdAt: "2026-03-01T10:00:00.000Z",
    completedAt: "2026-03-01T10:01:00.000Z",
    ...change,
  };
}

/** Answers for candidates. Each list says what it was asked in `asked`. */
export function serveCandidates(candidates: Candidate[], interviews: CandidateInterview[] = []) {
  const sent: SentBody[] = [];
  const asked: URLSearchParams[] = [];
  service.use(
    http.get("/qsi/gather/candidates", ({ request, response }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query);
      const search = (query.get("search") ?? query.get("email") ?? "").toLowerCase();
      const isArchived = query.get("archived") === "true";
      const found = candidates.filter(
        ({ firstName, lastName, email, archivedAt }) =>
          `${firstName} ${lastName} ${email ?? ""}`.toLowerCase().includes(search) &&
          (archivedAt !== null) === isArchived,
      );
      return response(200).json({
        data: { candidates: found, pagination: null },
        meta: { ...META, nextCursor: null },
      });
    }),
    http.post("/qsi/gather/candidates", async ({ request, response }) => {
      const body = await request.json();
      sent.push({ what: "add", body });
      const [first] = candidates;
      if (first === undefined) throw new Error("somebody is needed to begin with");
      const added = { ...first, id: "added", firstName: body.firstName, lastName: body.lastName };
      candidates.unshift(added);
      return response(201).json(envelope(added));
    }),
    http.patch("/qsi/gather/candidates/{candidateId}", async ({ params, request, response }) => {
      sent.push({ what: `change ${request.headers.get("if-match") ?? ""}`, body: await request.json() });
      const found = candidates.find(({ id }) => id === params.candidateId);
      if (found === undefined) throw new Error("there is no such candidate");
      return response(200).json(envelope(found));
    }),
    http.delete("/qsi/gather/candidates/{candidateId}", ({ params, response }) => {
      sent.push({ what: `archive ${params.candidateId}`, body: null });
      const archivedAt = "2026-03-02T10:00:00.000Z";
      for (const each of candidates) if (each.id === params.candidateId) each.archivedAt = archivedAt;
      return response(200).json(envelope({ id: params.candidateId, archivedAt }));
    }),
    http.get("/qsi/gather/candidate-interviews", ({ request, response }) => {
      asked.push(new URL(request.url).searchParams);
      return response(200).json({ data: interviews, meta: { ...META, nextCursor: null } });
    }),
    http.get(
      "/qsi/gather/candidate-interviews/{candidateInterviewId}/comparison",
      ({ request, response }) => {
        const query = new URL(request.url).searchParams;
        asked.push(query);
        const compared = interviews.map((interview) => ({
          ...nameOf(candidates, interview),
          candidateInterviewId: interview.id,
          candidateId: interview.candidateId,
          score: interview.score,
          topicScores: [],
          decision: interview.score === 91 ? ("advance" as const) : null,
        }));
        return response(200).json(envelope({ comparison: { topics: [], candidates: compared } }));
      },
    ),
    http.post(
      "/qsi/gather/candidate-interviews/{candidateInterviewId}/resend-invite",
      ({ params, response }) => {
        sent.push({ what: `resend ${params.candidateInterviewId}`, body: null });
        return response.untyped(Response.json(envelope({})));
      },
    ),
    http.get("/qsi/gather/interviews", ({ response }) =>
      response.untyped(Response.json(envelope({ interviews: [anInterview("Support interview")] }))),
    ),
  );
  return { sent, asked };
}

/** Answers for imports: a check, and then the import, each with the rows. */
export function serveImports(imports: CandidateImport[], rows: ImportRow[] = []): SentBody[] {
  const sent: SentBody[] = [];
  const one = "/qsi/gather/candidate-imports/{importId}";
  const find = (importId: string) => {
    const found = imports.find(({ id }) => id === importId);
    if (found === undefined) throw new Error(`there is no import ${importId}`);
    return found;
  };
  service.use(
    http.get("/qsi/gather/candidate-imports", ({ response }) =>
      response(200).json({ data: { imports, pagination: null }, meta: { ...META, nextCursor: null } }),
    ),
    http.post("/qsi/gather/candidate-imports", async ({ request, response }) => {
      const body = await request.json();
      sent.push({ what: "import", body });
      const id = `import-${imports.length + 1}`;
      const uploadUrl = `https://service.example.com/store/${id}`;
      const counts = { ...NO_COUNTS, created: 1, failed: 1 };
      imports.unshift(anImport({ id, counts, dryRun: body.dryRun === true }));
      const made = anImport({ id, status: "awaiting_file", uploadUrl, headers: { "If-None-Match": "*" } });
      return response(202).json(envelope({ import: made }));
    }),
    http.untyped.put("https://service.example.com/store/:id", async ({ request }) => {
      sent.push({ what: "file", body: await request.text() });
      return new Response(null);
    }),
    http.post(`${one}/start`, ({ params, response }) =>
      response(202).json(envelope({ import: { ...find(params.importId), status: "running" } })),
    ),
    http.post(`${one}/cancel`, ({ params, response }) => {
      const found = find(params.importId);
      found.status = "cancelled";
      sent.push({ what: "cancel", body: null });
      return response(200).json(envelope({ import: found }));
    }),
    http.get(one, ({ params, response }) => response(200).json(envelope({ import: find(params.importId) }))),
    http.get(`${one}/rows`, ({ request, response }) => {
      const status = new URL(request.url).searchParams.get("status");
      const found = rows.filter((row) => status === null || row.status === status);
      return response(200).json(envelope({ rows: found, nextCursor: null }));
    }),
  );
  return sent;
}

function nameOf(candidates: readonly Candidate[], { candidateId }: CandidateInterview) {
  const found = candidates.find(({ id }) => id === candidateId);
  return { firstName: found?.firstName ?? null, lastName: found?.lastName ?? null };
}
