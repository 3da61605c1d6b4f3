/** Jobs: what the team hires for. */

import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { dataOf } from "talent-screening";
import { client, inTeam } from "./client";
import type { ChangeJob, CreateJob, JobDetail, JobStatus, JobType } from "./records";
import { invalidateReviewQueue } from "./review-queue";
import type { Stored } from "./stored";

const ALL = "jobs";
const MOST_CHOICES = 100;
const PAGE = 30;
const FRESH_MS = 60_000;

/** Jobs to choose from: the newest of them, or those that a search finds. */
export function jobChoicesOptions(search = "") {
  return queryOptions({
    queryKey: [ALL, "choice", search],
    queryFn: async ({ signal }) => {
      const query = { ...inTeam(), ...(search !== "" && { search }), pageSize: MOST_CHOICES };
      return dataOf(await client.GET("/qsi/gather/jobs", { params: { query }, signal })).jobs;
    },
    staleTime: FRESH_MS,
  });
}

export interface JobFilter {
  status?: JobStatus;
  type?: JobType;
  department?: string;
  location?: string;
  search?: string;
}

/** The jobs that a filter keeps, newest first. */
export function jobListOptions(filter: JobFilter) {
  return infiniteQueryOptions({
    queryKey: [ALL, "list", filter],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...inTeam(), ...filter, pageSize: PAGE, cursor: pageParam };
      const fetched = await client.GET("/qsi/gather/jobs", { params: { query }, signal });
      return { jobs: dataOf(fetched).jobs, nextCursor: fetched.data?.meta.nextCursor ?? null };
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
  });
}

export function jobOptions(jobId: string) {
  return queryOptions({
    queryKey: [ALL, jobId, "record"],
    queryFn: async ({ signal }): Promise<Stored<JobDetail>> => {
      const fetched = await client.GET("/qsi/gather/jobs/{id}", { params: pathOf(jobId), signal });
      return { record: dataOf(fetched).job, state: fetched.response.headers.get("etag") };
    },
  });
}

/** The job itself, for those who do not change it. */
export function jobRecordOptions(jobId: string) {
  return queryOptions({ ...jobOptions(jobId), select: ({ record }) => record, staleTime: FRESH_MS });
}

export function jobFamiliesOptions() {
  return queryOptions({
    queryKey: ["job-families"],
    queryFn: async ({ signal }) =>
      dataOf(await client.GET("/qsi/gather/job-families", { params: { query: inTeam() }, signal }))
        .jobFamilies,
    staleTime: FRESH_MS,
  });
}

export function createJobOptions(queries: QueryClient) {
  return mutationOptions({
    mutationFn: async (body: CreateJob) =>
      dataOf(await client.POST("/qsi/gather/jobs", { params: { query: inTeam() }, body })).job,
    onSuccess: () => invalidateJobs(queries),
  });
}

interface JobChange {
  change: ChangeJob;
  /** The state that the change begins from; null changes whatever is there. */
  state: string | null;
}

export function changeJobOptions(jobId: string, queries: QueryClient) {
  return mutationOptions({
    mutationFn: async ({ change, state }: JobChange) => {
      const header = state === null ? {} : { "If-Match": state };
      const params = { ...pathOf(jobId), header };
      return dataOf(await client.PATCH("/qsi/gather/jobs/{id}", { params, body: change })).job;
    },
    onSuccess: () => invalidateJobs(queries),
  });
}

/** Takes a job out of the list. */
export function archiveJobOptions(jobId: string, queries: QueryClient) {
  return mutationOptions({
    mutationFn: async () => dataOf(await client.DELETE("/qsi/gather/jobs/{id}", { params: pathOf(jobId) })),
    onSuccess: () => invalidateJobs(queries),
  });
}

export function unarchiveJobOptions(jobId: string, queries: QueryClient) {
  return mutationOptions({
    mutationFn: async () =>
      dataOf(await client.POST("/qsi/gather/jobs/{id}/unarchive", { params: pathOf(jobId) })),
    onSuccess: () => invalidateJobs(queries),
  });
}

/** Has candidates of a job take an interview. It is taken for jobs of a recruiting suite, too. */
export function attachInterviewOptions(jobId: string, queries: QueryClient) {
  return mutationOptions({
    mutationFn: async (interviewId: string) =>
      dataOf(
        await client.PATCH("/qsi/gather/jobs/{id}/interview", {
          params: pathOf(jobId),
          body: { interviewId },
        }),
      ).job,
    onSuccess: () => invalidateJobs(queries),
  });
}

export function attachQuestionnaireOptions(jobId: string, queries: QueryClient) {
  return mutationOptions({
    mutationFn: async (screeningQuestionnaireId: string) =>
      dataOf(
        await client.PATCH("/qsi/gather/jobs/{id}/screening-questionnaire", {
          params: pathOf(jobId),
          body: { screeningQuestionnaireId },
        }),
      ).job,
    onSuccess: () => invalidateJobs(queries),
  });
}

/** Reads all of jobs again; an approval leaves the review queue. */
function invalidateJobs(queries: QueryClient): Promise<unknown> {
  return Promise.all([queries.invalidateQueries({ queryKey: [ALL] }), invalidateReviewQueue(queries)]);
}

function pathOf(jobId: string) {
  return { path: { id: jobId }, query: inTeam() };
}
