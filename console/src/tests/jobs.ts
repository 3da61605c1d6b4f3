/** Jobs at the service, with who is where in them, and what is sent about them. */

import type {
  Candidate,
  CandidateInterview,
  Enrollment,
  JobDetail,
  WorkflowTemplate,
} from "../service/records";
import { envelope, http, META, refusal, service } from "./service";
import type { Sent } from "./team";

interface Hiring {
  jobs: JobDetail[];
  candidates?: Candidate[];
  enrollments?: Enrollment[];
  interviews?: CandidateInterview[];
  /** The workflow of every job; without one none governs them. */
  workflow?: WorkflowTemplate;
}

const ONE = "/qsi/gather/jobs/{id}";

/** Answers for jobs beside those of the team. Returns what is sent, as it comes. */
export function serveJobs({
  jobs,
  candidates = [],
  enrollments = [],
  interviews = [],
  workflow,
}: Hiring): Sent[] {
  const sent: Sent[] = [];
  const held = new Map(jobs.map((job) => [job.id, job]));
  const change = (id: string, what: string, body: Partial<JobDetail>) => {
    sent.push({ what, body });
    const before = held.get(id);
    if (before !== undefined) held.set(id, { ...before, ...body });
  };
  service.use(
    http.get("/qsi/gather/jobs", ({ query, response }) => {
      const found = [...held.values()].filter(
        ({ status, title }) =>
          (query.get("status") ?? status) === status && title.includes(query.get("search") ?? ""),
      );
      const answer = { ...envelope({ jobs: found }), meta: { ...META, nextCursor: null } };
      return response(200).json(answer);
    }),
    http.get(ONE, ({ params, response }) => {
      const job = held.get(params.id);
      if (job === undefined)
        return response.untyped(Response.json(refusal("NOT_FOUND", "No job."), { status: 404 }));
      return response.untyped(Response.json(envelope({ job }), { headers: { etag: '"1"' } }));
    }),
    http.post("/qsi/gather/jobs", async ({ request, response }) => {
      const body = await request.json();
      const [first] = jobs;
      sent.push({ what: "create", body });
      if (first === undefined) return response.untyped(new Response(null, { status: 500 }));
      const job = {
        ...first,
        ...body,
        id: "new-job",
        descriptionJson: null,
        requirementsJson: null,
      } as JobDetail;
      held.set(job.id, job);
      return response(201).json(envelope({ job }));
    }),
    http.patch(ONE, async ({ params, request, response }) => {
      const body = await request.json();
      change(params.id, "change", body as Partial<JobDetail>);
      return response.untyped(Response.json(envelope({ job: held.get(params.id) })));
    }),
    http.delete(ONE, ({ params, response }) => {
      const archivedAt = "2026-03-02T10:00:00.000Z";
      change(params.id, "archive", { archivedAt });
      return response.untyped(Response.json(envelope({ job: { id: params.id, archivedAt } })));
    }),
    http.get("/qsi/gather/job-families", ({ response }) => response(200).json(envelope({ jobFamilies: [] }))),
    http.get("/qsi/gather/jobs/{jobId}/effective-workflow", ({ response }) =>
      response(200).json(
        envelope({
          effectiveWorkflow: {
            source: workflow === undefined ? "none" : "job_template",
            template: workflow ?? null,
          },
        }),
      ),
    ),
    http.get("/qsi/gather/jobs/{jobId}/workflow-progress", ({ response }) =>
      response(200).json({ ...envelope({ enrollments }), meta: { ...META, nextCursor: null } }),
    ),
    http.get("/qsi/gather/workflow-templates", ({ response }) =>
      response(200).json(envelope({ workflowTemplates: workflow === undefined ? [] : [workflow] })),
    ),
    http.get("/qsi/gather/interviews", ({ response }) =>
      response(200).json(envelope({ interviews: [], pagination: null })),
    ),
    http.get("/qsi/gather/candidates", ({ response }) =>
      response(200).json({ ...envelope({ candidates }), meta: { ...META, nextCursor: null } }),
    ),
    http.get("/qsi/gather/candidate-interviews", ({ response }) =>
      response(200).json({ ...envelope(interviews), meta: { ...META, nextCursor: null } }),
    ),
  );
  return sent;
}
