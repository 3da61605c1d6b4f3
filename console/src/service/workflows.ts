/** Workflows: the steps of candidates, and the jobs that they govern. */

import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { ApiError, type components, dataOf } from "talent-screening";
import { sessionState } from "../session/store";
import { client, inTeam } from "./client";
import type { Assignment, Workflow, WorkflowDetail } from "./records";
import type { Stored } from "./stored";

type Schemas = components["schemas"];
export type WorkflowMembers = Omit<Schemas["CreateWorkflowTemplate"], "userId" | "teamId">;

const ALL = "workflows";
const FRESH_MS = 60_000;
const FORBIDDEN = 403;

/** The team's workflows; they have no pages. */
export function workflowsOptions() {
  return queryOptions({
    queryKey: [ALL, "list"],
    queryFn: async ({ signal }): Promise<Workflow[]> =>
      dataOf(await client.GET("/qsi/gather/workflow-templates", { params: { query: inTeam() }, signal }))
        .workflowTemplates,
  });
}

export function workflowOptions(templateId: string) {
  return queryOptions({
    queryKey: [ALL, templateId],
    queryFn: async ({ signal }): Promise<Stored<WorkflowDetail>> => {
      const path = "/qsi/gather/workflow-templates/{id}";
      const answer = await client.GET(path, { params: pathOf(templateId), signal });
      return { record: dataOf(answer).workflowTemplate, state: answer.response.headers.get("etag") };
    },
  });
}

/** What steps can lead to, and what a workflow can be applied to. */
export function workflowResourcesOptions() {
  return queryOptions({
    queryKey: ["workflow-resources"],
    queryFn: async ({ signal }) =>
      dataOf(await client.GET("/qsi/gather/workflow-resources", { params: { query: inTeam() }, signal })),
    staleTime: FRESH_MS,
  });
}

/** Whether the organization has no workflows at all: its every route is refused to every role then. */
export function lacksWorkflows(error: unknown): boolean {
  return error instanceof ApiError && error.status === FORBIDDEN;
}

interface Save {
  /** The workflow that is changed; null makes a new one. */
  stored: Stored<WorkflowDetail> | null;
  members: WorkflowMembers;
}

/** Stores a workflow. What others have changed meanwhile is not overwritten. */
export function saveWorkflowOptions(queries: QueryClient) {
  return mutationOptions({
    mutationFn: async ({ stored, members }: Save): Promise<Workflow> => {
      if (stored === null) {
        const body = { ...members, userId: ownId() };
        const params = { query: inTeam() };
        return dataOf(await client.POST("/qsi/gather/workflow-templates", { params, body })).workflowTemplate;
      }
      const { record, state } = stored;
      const answer = await client.PATCH("/qsi/gather/workflow-templates/{id}", {
        params: pathOf(record.id),
        headers: state === null ? {} : { "If-Match": state },
        body: members,
      });
      return dataOf(answer).workflowTemplate;
    },
    onSuccess: () => invalidateWorkflows(queries),
  });
}

export function archiveWorkflowOptions(templateId: string, queries: QueryClient) {
  return mutationOptions({
    mutationFn: async () =>
      dataOf(
        await client.DELETE("/qsi/gather/workflow-templates/{id}", {
          params: { path: { id: templateId }, query: { ...inTeam(), userId: ownId() } },
        }),
      ),
    onSuccess: () => invalidateWorkflows(queries),
  });
}

interface Application {
  jobIds: string[];
  jobFamilyIds: string[];
  /** The score that a candidate needs to begin; null for none. */
  initialScoreThreshold: number | null;
  /** Whether the jobs follow this workflow whatever else is applied to them. */
  isOverride: boolean;
}

/** Has jobs and job families follow a workflow. */
export function applyWorkflowOptions(templateId: string, queries: QueryClient) {
  return mutationOptions({
    mutationFn: async ({ isOverride, ...targets }: Application): Promise<void> => {
      if (!isOverride) return applyTo(templateId, targets);
      for (const jobId of targets.jobIds) await override(templateId, jobId, targets.initialScoreThreshold);
    },
    onSettled: () => invalidateWorkflows(queries),
  });
}

async function applyTo(templateId: string, targets: Omit<Application, "isOverride">): Promise<void> {
  const body = { ...targets, userId: ownId() };
  const path = "/qsi/gather/workflow-templates/{id}/apply";
  dataOf(await client.POST(path, { params: pathOf(templateId), body }));
}

async function override(templateId: string, jobId: string, initialScoreThreshold: number | null) {
  const params = { path: { jobId }, query: inTeam() };
  const body = { templateId, initialScoreThreshold };
  dataOf(await client.POST("/qsi/gather/jobs/{jobId}/workflow-override", { params, body }));
}

/** Ends what an assignment does: the next rule governs its job. */
export function endAssignmentOptions(queries: QueryClient) {
  return mutationOptions({
    mutationFn: async ({ id, source, targetId }: Assignment): Promise<void> => {
      if (source === "job_override") {
        const params = { path: { jobId: targetId }, query: inTeam() };
        dataOf(await client.DELETE("/qsi/gather/jobs/{jobId}/workflow-override", { params }));
      } else {
        const path = "/qsi/gather/workflow-template-assignments/{id}";
        dataOf(await client.DELETE(path, { params: pathOf(id) }));
      }
    },
    onSuccess: () => invalidateWorkflows(queries),
  });
}

/** A workflow also changes who governs jobs. */
async function invalidateWorkflows(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: [ALL] }),
    queries.invalidateQueries({ queryKey: ["jobs"] }),
  ]);
}

/** Who makes and applies workflows, which these routes ask for. */
export function ownId(): string {
  return sessionState().session?.user.id ?? "";
}

function pathOf(id: string) {
  return { path: { id }, query: inTeam() };
}
