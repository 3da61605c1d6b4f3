/** Who is invited to a meeting. Candidates come to one as a step of a workflow, which a job stands for. */

import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { dataOf } from "talent-screening";
import { client, inTeam } from "./client";
import { invalidateInvited, invite, type InviteOutcome } from "./invites";
import type { Enrollment, EnrollmentStep, Meeting, SentMessage, Workflow } from "./records";
import { ownId } from "./workflows";

/** Somebody at the step of a meeting. */
export interface Guest {
  enrollment: Enrollment;
  step: EnrollmentStep;
}

const PROGRESS_PAGE = 100;
/** How far an enrollment is looked for in a job: its 1,000 newest. */
const MOST_PAGES = 10;
const MOST_MESSAGES = 100;
const MOST_CANDIDATES = 100;
const FRESH_MS = 60_000;
const MEETING = "meeting";

/** The newest candidates of a job who have come to the step of a meeting. */
export function guestsOptions(jobId: string, meetingId: string) {
  return queryOptions({
    queryKey: ["progress", jobId, meetingId],
    queryFn: async ({ signal }): Promise<Guest[]> => {
      const { enrollments } = await progressPage(jobId, "", signal);
      return enrollments.flatMap((enrollment) => {
        const step = enrollment.steps.find(({ artifactId }) => artifactId === meetingId);
        return step === undefined || step.status === "pending" ? [] : [{ enrollment, step }];
      });
    },
  });
}

/** The step of a candidate that is a meeting; null where none is found among the job's newest enrollments. */
export async function findMeetingStep(jobId: string, candidateId: string): Promise<EnrollmentStep | null> {
  let cursor: string | null = "";
  for (let page = 0; page < MOST_PAGES && cursor !== null; page += 1) {
    const read: Progress = await progressPage(jobId, cursor);
    const found = read.enrollments.find((each) => each.candidateId === candidateId);
    if (found !== undefined) return meetingStepOf(found);
    cursor = read.nextCursor;
  }
  return null;
}

interface Progress {
  enrollments: Enrollment[];
  nextCursor: string | null;
}

async function progressPage(jobId: string, cursor: string, signal?: AbortSignal): Promise<Progress> {
  const params = { path: { jobId }, query: { ...inTeam(), cursor, pageSize: PROGRESS_PAGE } };
  const path = "/qsi/gather/jobs/{jobId}/workflow-progress";
  const answer = await client.GET(path, { params, ...(signal === undefined ? {} : { signal }) });
  return { enrollments: dataOf(answer).enrollments, nextCursor: answer.data?.meta.nextCursor ?? null };
}

function meetingStepOf({ steps, currentStepId }: Enrollment): EnrollmentStep | null {
  const meetings = steps.filter(({ stepType, status }) => stepType === MEETING && status !== "pending");
  return meetings.find(({ id }) => id === currentStepId) ?? meetings.at(-1) ?? null;
}

/** The names of the newest candidates by their ids, in one request. */
export function candidateNamesOptions() {
  return queryOptions({
    queryKey: ["candidates", "names"],
    queryFn: async ({ signal }) => {
      const query = { ...inTeam(), pageSize: MOST_CANDIDATES };
      const { candidates } = dataOf(
        await client.GET("/qsi/gather/candidates", { params: { query }, signal }),
      );
      return new Map(candidates.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`]));
    },
    staleTime: FRESH_MS,
  });
}

/** What a candidate was told of their meetings, newest first. */
export function meetingMessagesOptions(candidateId: string) {
  return queryOptions({
    queryKey: ["candidates", candidateId, "messages"],
    queryFn: async ({ signal }): Promise<SentMessage[]> => {
      const params = { path: { candidateId }, query: { ...inTeam(), limit: MOST_MESSAGES } };
      const path = "/qsi/gather/candidates/{candidateId}/messages";
      return dataOf(await client.GET(path, { params, signal })).messages;
    },
    select: (messages) => messages.filter(({ candidateMeetingId }) => candidateMeetingId !== null),
  });
}

interface Setting {
  meeting: Meeting;
  candidateId: string;
}

/** Invites a candidate to a meeting for its own sake. What a failed attempt has made is used by the next one. */
export function setMeetingOptions(queries: QueryClient) {
  return mutationOptions({
    mutationFn: async ({ meeting, candidateId }: Setting): Promise<InviteOutcome> => {
      const template = (await ownWorkflow(meeting.id)) ?? (await createOwnWorkflow(meeting));
      const jobId = (await ownJob(template.id)) ?? (await createOwnJob(meeting, template.id));
      return invite({ candidateId }, { kind: "job", jobId });
    },
    onSuccess: () =>
      Promise.all([
        invalidateInvited(queries),
        queries.invalidateQueries({ queryKey: ["workflows"] }),
        queries.invalidateQueries({ queryKey: ["progress"] }),
      ]),
  });
}

/** The workflow that is this meeting alone. */
async function ownWorkflow(meetingId: string): Promise<Workflow | undefined> {
  const params = { query: inTeam() };
  const { workflowTemplates } = dataOf(await client.GET("/qsi/gather/workflow-templates", { params }));
  return workflowTemplates.find(({ steps }) => steps.length === 1 && steps[0]?.artifactId === meetingId);
}

async function createOwnWorkflow({ id, title }: Meeting): Promise<Workflow> {
  const step = { stepType: MEETING, artifactId: id, gateMode: "automatic" } as const;
  const body = { name: title, userId: ownId(), steps: [step] };
  const params = { query: inTeam() };
  return dataOf(await client.POST("/qsi/gather/workflow-templates", { params, body })).workflowTemplate;
}

/** The job that stands for a meeting alone. */
async function ownJob(templateId: string): Promise<string | undefined> {
  const params = { path: { id: templateId }, query: inTeam() };
  const path = "/qsi/gather/workflow-templates/{id}";
  const { assignments } = dataOf(await client.GET(path, { params })).workflowTemplate;
  return assignments.find(({ targetType }) => targetType === "job")?.targetId;
}

async function createOwnJob({ id, title }: Meeting, templateId: string): Promise<string> {
  const kind = { type: "pipeline", status: "active" } as const;
  const nothing = { location: [], knowledgeBaseIds: [], jobFamilyIds: [] };
  // Whoever sets the meeting is told what the guests answer.
  const people = { assignedRecruiterId: ownId() };
  const body = { ...kind, ...nothing, ...people, title, meetingId: id, tags: [MEETING] };
  const { job } = dataOf(await client.POST("/qsi/gather/jobs", { params: { query: inTeam() }, body }));
  const params = { path: { id: templateId }, query: inTeam() };
  const targets = { userId: ownId(), jobIds: [job.id], jobFamilyIds: [] };
  dataOf(await client.POST("/qsi/gather/workflow-templates/{id}/apply", { params, body: targets }));
  return job.id;
}
