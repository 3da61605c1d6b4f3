/** Which workflow governs a job, and how far its candidates are in it. */

import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { ApiError, dataOf } from "talent-screening";
import { client, inTeam } from "./client";
import type { EffectiveWorkflow, Enrollment } from "./records";

const PAGE = 50;
const REFRESH_MS = 60_000;
const FORBIDDEN = 403;

/** The workflow of a job; null where the organization has no workflows. */
export function effectiveWorkflowOptions(jobId: string) {
  return queryOptions({
    queryKey: ["jobs", jobId, "workflow"],
    queryFn: async ({ signal }): Promise<EffectiveWorkflow | null> => {
      const path = "/qsi/gather/jobs/{jobId}/effective-workflow";
      return withoutFeature(
        null,
        async () => dataOf(await client.GET(path, { params: pathOf(jobId), signal })).effectiveWorkflow,
      );
    },
  });
}

interface ProgressPage {
  enrollments: Enrollment[];
  nextCursor: string | null;
}

/** Who is or was enrolled in a job, newest first. */
export function progressOptions(jobId: string) {
  return infiniteQueryOptions({
    queryKey: ["jobs", jobId, "progress"],
    queryFn: async ({ pageParam, signal }): Promise<ProgressPage> =>
      withoutFeature({ enrollments: [], nextCursor: null }, async () => {
        const query = { ...inTeam(), pageSize: PAGE, cursor: pageParam };
        const path = "/qsi/gather/jobs/{jobId}/workflow-progress";
        const fetched = await client.GET(path, { params: { path: { jobId }, query }, signal });
        const { enrollments } = dataOf(fetched);
        return { enrollments, nextCursor: fetched.data?.meta.nextCursor ?? null };
      }),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    // Of many pages each would be read again.
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? REFRESH_MS : false),
  });
}

/** Has a workflow govern a job, whatever applies to its families; null leaves that to the families again. */
export function overrideWorkflowOptions(queries: QueryClient) {
  return mutationOptions({
    mutationFn: async ({ jobId, templateId }: { jobId: string; templateId: string | null }) => {
      const path = "/qsi/gather/jobs/{jobId}/workflow-override";
      if (templateId === null) dataOf(await client.DELETE(path, { params: pathOf(jobId) }));
      else dataOf(await client.POST(path, { params: pathOf(jobId), body: { templateId } }));
    },
    onSuccess: (_, { jobId }) =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ["jobs", jobId] }),
        queries.invalidateQueries({ queryKey: ["workflows"] }),
      ]),
  });
}

/** What is answered; a substitute where the organization does not have workflows. */
async function withoutFeature<Answer>(substitute: Answer, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ApiError && error.status === FORBIDDEN) return substitute;
    throw error;
  }
}

function pathOf(jobId: string) {
  return { path: { jobId }, query: inTeam() };
}
