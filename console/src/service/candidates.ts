/** Candidates, and what is exported of them. */

import { infiniteQueryOptions, mutationOptions, queryOptions, type QueryClient } from "@tanstack/react-query";
import { dataOf } from "talent-screening";
import { client, inTeam } from "./client";
import { between } from "./days";
import type { Candidate, ChangeCandidate, CreateCandidate, Export } from "./records";
import { invalidateReviewQueue } from "./review-queue";

/** What a list of candidates is narrowed to. Days are those of the reader's clock, `2026-03-01`. */
export interface CandidateFilter {
  search?: string;
  phone?: string;
  email?: string;
  externalId?: string;
  tag?: string;
  source?: string;
  createdSince?: string;
  createdUntil?: string;
  archived?: true;
}

/** A candidate, with the state of the record that a change is made to. */
export interface CandidateState {
  candidate: Candidate;
  etag: string | null;
}

const CANDIDATES = "candidates";
const PAGE = 25;
const POLL_MS = 1_500;

/** The team's candidates, newest first. */
export function candidatesOptions(filter: CandidateFilter) {
  return infiniteQueryOptions({
    queryKey: [CANDIDATES, "list", filter],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...inTeam(), ...asked(filter), pageSize: PAGE, cursor: pageParam };
      const fetched = await client.GET("/qsi/gather/candidates", { params: { query }, signal });
      const { candidates } = dataOf(fetched);
      return { candidates, nextCursor: fetched.data?.meta.nextCursor ?? null };
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** Those who have an e-mail address already; nobody is made twice by accident. */
export function sameEmailOptions(email: string) {
  return queryOptions({
    queryKey: [CANDIDATES, "of-email", email.toLowerCase()],
    queryFn: async ({ signal }) => {
      const query = { ...inTeam(), email, pageSize: 1 };
      return dataOf(await client.GET("/qsi/gather/candidates", { params: { query }, signal })).candidates;
    },
  });
}

/** A candidate as they are now, to be changed. */
export function candidateStateOptions(candidateId: string) {
  return queryOptions({
    queryKey: [CANDIDATES, candidateId, "state"],
    queryFn: async ({ signal }): Promise<CandidateState> => {
      const path = "/qsi/gather/candidates/{candidateId}";
      const fetched = await client.GET(path, { params: pathOf(candidateId), signal });
      return { candidate: dataOf(fetched), etag: fetched.response.headers.get("etag") };
    },
    staleTime: 0,
    gcTime: 0,
  });
}

export function createCandidateOptions(queries: QueryClient) {
  return mutationOptions({
    mutationFn: async (body: CreateCandidate) =>
      dataOf(await client.POST("/qsi/gather/candidates", { params: { query: inTeam() }, body })),
    onSuccess: () => invalidateCandidates(queries),
  });
}

/** Changes a candidate, unless somebody else has meanwhile. */
export function changeCandidateOptions({ candidate, etag }: CandidateState, queries: QueryClient) {
  return mutationOptions({
    mutationFn: async (body: ChangeCandidate) =>
      dataOf(
        await client.PATCH("/qsi/gather/candidates/{candidateId}", {
          params: { ...pathOf(candidate.id), ...(etag === null ? {} : { header: { "If-Match": etag } }) },
          body,
        }),
      ),
    onSuccess: async (changed) => {
      queries.setQueryData(candidateOptions(changed.id).queryKey, changed);
      await Promise.all([invalidateCandidates(queries), invalidateReviewQueue(queries)]);
    },
  });
}

export function archiveCandidateOptions(candidateId: string, queries: QueryClient) {
  return mutationOptions({
    mutationFn: async () =>
      dataOf(await client.DELETE("/qsi/gather/candidates/{candidateId}", { params: pathOf(candidateId) })),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries(candidateOptions(candidateId)),
        invalidateCandidates(queries),
        invalidateReviewQueue(queries),
      ]),
  });
}

/** Erases a candidate and everything that is stored of them. */
export function eraseCandidateOptions(candidateId: string, queries: QueryClient) {
  return mutationOptions({
    mutationFn: async () =>
      dataOf(
        await client.POST("/qsi/gather/candidates/{candidateId}/erase", { params: pathOf(candidateId) }),
      ),
    onSuccess: async () => {
      queries.removeQueries({ queryKey: [CANDIDATES, candidateId] });
      await Promise.all([invalidateCandidates(queries), invalidateReviewQueue(queries)]);
    },
  });
}

export function candidateOptions(candidateId: string) {
  return queryOptions({
    queryKey: ["candidates", candidateId],
    queryFn: async ({ signal }) =>
      dataOf(
        await client.GET("/qsi/gather/candidates/{candidateId}", {
          params: { path: { candidateId }, query: inTeam() },
          signal,
        }),
      ),
  });
}

export function exportCandidateOptions(candidateId: string, queries: QueryClient) {
  return mutationOptions({
    mutationFn: async () =>
      dataOf(
        await client.POST("/qsi/gather/candidates/{candidateId}/export", {
          params: { path: { candidateId }, query: inTeam() },
        }),
      ).export,
    onSuccess: (made) => queries.setQueryData(exportOptions(made.id).queryKey, made),
  });
}

/** An export, asked for again until it is made. */
export function exportOptions(exportId: string) {
  return queryOptions({
    queryKey: ["exports", exportId],
    queryFn: async ({ signal }): Promise<Export> =>
      dataOf(
        await client.GET("/qsi/gather/exports/{id}", {
          params: { path: { id: exportId }, query: inTeam() },
          signal,
        }),
      ).export,
    refetchInterval: (query) => (query.state.data?.status === "running" ? POLL_MS : false),
  });
}

function pathOf(candidateId: string) {
  return { path: { candidateId }, query: inTeam() };
}

function invalidateCandidates(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: [CANDIDATES, "list"] });
}

/** The filter as the service takes it: days begin and end by the reader's clock. */
function asked({ createdSince, createdUntil, ...rest }: CandidateFilter) {
  return { ...rest, ...between("created", createdSince, createdUntil) };
}
