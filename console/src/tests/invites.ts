/** What invites ask of a team: whom it has, what to invite to, and what was sent. */

import type { Candidate, CandidateInterview, Workflow } from "../service/records";
import { aCandidate, aCandidateInterview, anInterview } from "./records";
import { envelope, http, refusal, service } from "./service";
import type { Sent } from "./team";

const ONE_JOB = "/qsi/gather/jobs/{id}";

interface Invites {
  candidates?: Candidate[];
  /** Those that the candidates have already. */
  invited?: CandidateInterview[];
  /** Who is enrolled in the job already. */
  enrolled?: string[];
  /** What governs the job `job`; it has an interview of its own otherwise. */
  workflow?: Workflow | null;
}

/** Answers for a team with an interview and a job. Returns what is sent to it, as it comes. */
export function serveInvites({
  candidates = [],
  invited = [],
  enrolled = [],
  workflow = null,
}: Invites): Sent[] {
  const sent: Sent[] = [];
  const known = [...candidates];
  const interview = anInterview("Support interview");
  const job = aJob();
  service.use(
    http.get("/qsi/gather/candidates", ({ query, response }) => {
      const [email, search] = [query.get("email"), query.get("search")];
      const found = known.filter(
        (each) =>
          (email === null || each.email === email) &&
          (search === null || each.firstName.toLowerCase().includes(search.toLowerCase())),
      );
      return response(200).json(envelope({ candidates: found, pagination: null }));
    }),
    http.get("/qsi/gather/candidates/{candidateId}/messages", ({ response }) =>
      response(200).json(envelope({ messages: [], optedOut: [], suppressed: null })),
    ),
    http.get("/qsi/gather/interviews", ({ response }) =>
      response(200).json(envelope({ interviews: [interview], pagination: null })),
    ),
    http.get("/qsi/gather/jobs", ({ response }) =>
      response(200).json(envelope({ jobs: [job], pagination: null })),
    ),
    http.get(ONE_JOB, ({ response }) =>
      response(200).json(envelope({ job: { ...job, jobFamilyIds: [], knowledgeBaseIds: [] } })),
    ),
    http.get("/qsi/gather/jobs/{jobId}/effective-workflow", ({ response }) =>
      response(200).json(
        envelope({
          effectiveWorkflow: { source: workflow === null ? "none" : "job_template", template: workflow },
        }),
      ),
    ),
    http.get("/qsi/gather/candidate-interviews", ({ query, response }) =>
      response(200).json(
        envelope(invited.filter(({ candidateId }) => candidateId === query.get("candidateId"))),
      ),
    ),
    http.post("/qsi/gather/candidates", async ({ request, response }) => {
      const body = await request.json();
      sent.push({ what: "candidate", body });
      if (body.phone === "") return response.untyped(missingPhone());
      const made = { ...aCandidate(body.firstName, body.lastName), email: body.email };
      known.push(made);
      return response(201).json(envelope(made));
    }),
    http.post("/qsi/gather/candidate-interviews", async ({ request, response }) => {
      const body = await request.json();
      sent.push({ what: "invite", body });
      const candidate = known.find(({ id }) => id === body.candidateId) ?? aCandidate("Some", "Body");
      const made = aCandidateInterview(candidate, { status: "invite_sent", completedAt: null, score: null });
      invited.push(made);
      return response(201).json(envelope({ ...made, webhookSecret: null }));
    }),
    http.post("/qsi/gather/jobs/{jobId}/invite-candidate", async ({ request, response }) => {
      const body = await request.json();
      sent.push({ what: "enroll", body });
      if (enrolled.includes(body.candidateId ?? "")) return response.untyped(alreadyEnrolled());
      const candidate =
        known.find(({ id }) => id === body.candidateId) ??
        aCandidate(body.firstName ?? "", body.lastName ?? "");
      return response(201).json(
        envelope({
          candidate,
          enrollment: anEnrollment(candidate.id),
          firstInviteUrl: "https://go.example/m/1",
        }),
      );
    }),
  );
  return sent;
}

function anEnrollment(candidateId: string) {
  const times = { createdAt: "2026-03-01T10:00:00.000Z", updatedAt: "2026-03-01T10:00:00.000Z" };
  const ids = { id: "enrollment", jobId: "job", templateId: "template", assignmentId: null };
  return {
    ...times,
    ...ids,
    candidateId,
    status: "active",
    currentStepId: null,
    completedAt: null,
    steps: [] as never[],
  } as const;
}

function aJob() {
  const { createdAt, updatedAt, organizationId, teamId } = anInterview("Any");
  return {
    createdAt,
    updatedAt,
    organizationId,
    teamId,
    id: "job",
    createdById: null,
    archivedAt: null,
    title: "Night shift",
    type: "requisition",
    department: null,
    location: [] as string[],
    workModel: null,
    description: null,
    shortDescription: null,
    descriptionJson: null,
    requirements: null,
    requirementsJson: null,
    status: "active",
    tags: [] as string[],
    applyAction: null,
    interviewId: "interview",
    meetingId: null,
    screeningQuestionnaireId: null,
    assignedRecruiterId: null,
    externalId: null,
    importSource: null,
    ats: null,
  } as const;
}

function missingPhone(): Response {
  return Response.json(refusal("VALIDATION_ERROR", "phone: is required"), { status: 400 });
}

function alreadyEnrolled(): Response {
  return Response.json(refusal("CONFLICT", "The candidate is enrolled in this job already."), {
    status: 409,
  });
}
