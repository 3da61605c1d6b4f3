/** What is answered: data, errors, and lists that are read to their end. */

interface Success<Data> {
  data: Data;
  meta: { nextCursor?: string | null };
}

/** What openapi-fetch returns. */
interface Fetched<Body> {
  data?: Body;
  error?: unknown;
  response: Response;
}

/** An error that the service answered. `code` is empty where something on the way answered in its place. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: unknown,
    readonly requestId: string | null,
  ) {
    super(`${status} ${code}: ${message} (request ${requestId})`);
    this.name = "ApiError";
  }
}

/** The data of a success. Throws ApiError for everything else. */
export function dataOf<Data>(fetched: Fetched<{ data: Data }>): Data {
  return successOf(fetched).data;
}

/**
 * Every record of a list that is read by cursor, in its order. `read` asks for the page at a cursor, the empty
 * one to begin; `records` are those of a page. Throws ApiError.
 */
export async function* everyRecord<Page, Item>(
  read: (cursor: string) => Promise<Fetched<Success<Page>>>,
  records: (page: Page) => readonly Item[],
): AsyncGenerator<Item, void, void> {
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: Success<Page> = successOf(await read(cursor));
    yield* records(page.data);
    cursor = page.meta.nextCursor ?? null;
  }
}

function successOf<Body>(fetched: Fetched<Body>): Body {
  if (fetched.response.ok && fetched.data !== undefined) return fetched.data;
  const { status, headers } = fetched.response;
  const error = member(fetched.error, "error");
  const code = String(member(error, "code") ?? "");
  const message = String(member(error, "message") ?? "");
  throw new ApiError(status, code, message, member(error, "details"), headers.get("x-request-id"));
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
