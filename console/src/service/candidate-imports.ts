/** Imports of candidates: lists from files, what becomes of their rows, and invites for them. */

import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { ApiError, dataOf, everyRecord } from "talent-screening";
import { client, inTeam } from "./client";
import type { CandidateImport, CreateCandidateImport, ImportRow, ImportRowStatus } from "./records";
import { invalidateReviewQueue } from "./review-queue";

/** A file and what is to be done with its rows. */
export interface FileImport extends Pick<CreateCandidateImport, "invite" | "onDuplicate" | "dryRun"> {
  bytes: Uint8Array<ArrayBuffer>;
  contentType: NonNullable<CreateCandidateImport["file"]>["contentType"];
}

const IMPORTS = "candidate-imports";
const ONE = "/qsi/gather/candidate-imports/{importId}";
const PAGE = 20;
const MOST_ROWS = 100;
const POLL_MS = 1_500;
const UNDER_WAY = new Set<CandidateImport["status"]>(["awaiting_file", "running"]);

export function importsOptions() {
  return infiniteQueryOptions({
    queryKey: [IMPORTS, "list"],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...inTeam(), pageSize: PAGE, cursor: pageParam };
      const fetched = await client.GET("/qsi/gather/candidate-imports", { params: { query }, signal });
      return { imports: dataOf(fetched).imports, nextCursor: fetched.data?.meta.nextCursor ?? null };
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: (query) => {
      const first = query.state.data?.pages[0]?.imports ?? [];
      return first.some(({ status }) => status === "running") ? POLL_MS : false;
    },
  });
}

/** An import, asked for again until it has ended. */
export function importOptions(importId: string) {
  return queryOptions({
    queryKey: [IMPORTS, importId],
    queryFn: async ({ signal }): Promise<CandidateImport> =>
      dataOf(await client.GET(ONE, { params: pathOf(importId), signal })).import,
    refetchInterval: (query) => {
      const status = query.state.data?.status;
      return status !== undefined && UNDER_WAY.has(status) ? POLL_MS : false;
    },
  });
}

/** What became of the rows that came out in one way. */
export function importRowsOptions(importId: string, status: ImportRowStatus | null, isUnderWay: boolean) {
  return infiniteQueryOptions({
    queryKey: [IMPORTS, importId, "rows", status],
    queryFn: async ({ pageParam, signal }) =>
      dataOf(
        await client.GET(`${ONE}/rows`, {
          params: {
            path: { importId },
            query: { ...inTeam(), ...(status === null ? {} : { status }), cursor: pageParam },
          },
          signal,
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: isUnderWay ? POLL_MS : false,
  });
}

/** Every row that failed, or whose invite did; those of a list that was created have such, too. */
export async function faultyRows(importId: string): Promise<ImportRow[]> {
  const faulty: ImportRow[] = [];
  const rows = everyRecord(
    async (cursor) => {
      const query = { ...inTeam(), limit: MOST_ROWS, cursor };
      const fetched = await client.GET(`${ONE}/rows`, { params: { path: { importId }, query } });
      const nextCursor = fetched.data?.data.nextCursor ?? null;
      // The rows' cursor stands in the data, that of other lists beside it.
      return fetched.data === undefined
        ? fetched
        : { ...fetched, data: { ...fetched.data, meta: { ...fetched.data.meta, nextCursor } } };
    },
    (page) => page.rows,
  );
  for await (const row of rows) if (row.errors.length > 0) faulty.push(row);
  return faulty;
}

/** Announces a file, sends it and starts the import. */
export async function startImport(
  { bytes, contentType, ...rest }: FileImport,
  queries: QueryClient,
): Promise<CandidateImport> {
  const made = dataOf(
    await client.POST("/qsi/gather/candidate-imports", {
      params: { query: inTeam() },
      body: { ...rest, file: { contentType, size: bytes.length } },
    }),
  ).import;
  await upload(bytes, made);
  const started = dataOf(await client.POST(`${ONE}/start`, { params: pathOf(made.id) })).import;
  queries.setQueryData(importOptions(started.id).queryKey, started);
  await queries.invalidateQueries({ queryKey: importsOptions().queryKey });
  return started;
}

export function cancelImportOptions(importId: string, queries: QueryClient) {
  return mutationOptions({
    mutationFn: async () => dataOf(await client.POST(`${ONE}/cancel`, { params: pathOf(importId) })).import,
    onSuccess: async (cancelled) => {
      queries.setQueryData(importOptions(importId).queryKey, cancelled);
      await queries.invalidateQueries({ queryKey: importsOptions().queryKey });
    },
  });
}

/** Reads again what an import has made. */
export async function invalidateImported(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ["candidates"] }),
    queries.invalidateQueries({ queryKey: ["candidate-interviews"] }),
    invalidateReviewQueue(queries),
  ]);
}

/** Sends the file to the store. The address is signed; the session is not sent there. */
async function upload(
  bytes: Uint8Array<ArrayBuffer>,
  { uploadUrl, headers }: CandidateImport,
): Promise<void> {
  if (uploadUrl === null) return;
  const response = await fetch(uploadUrl, { method: "PUT", headers: headers ?? {}, body: bytes });
  if (!response.ok) throw new ApiError(response.status, "", "The file was not taken.", undefined, null);
}

function pathOf(importId: string) {
  return { path: { importId }, query: inTeam() };
}
