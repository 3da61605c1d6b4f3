import { QueryClient } from "@tanstack/react-query";
import { onSessionChange, sessionState } from "../session/store";
import { isTemporary } from "./errors";

const FRESH_MS = 15_000;
const MOST_RETRIES = 2;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Without a network a screen says so; it would wait in silence otherwise.
        networkMode: "always",
        staleTime: FRESH_MS,
        retry: (count, error) => isTemporary(error) && count < MOST_RETRIES,
      },
      mutations: { networkMode: "always" },
    },
  });
}

/** Empties the cache whenever it would show what another person or team may see. */
export function emptyWithSession(queries: QueryClient): () => void {
  let owner = ownerOfCache();
  return onSessionChange(() => {
    if (ownerOfCache() === owner) return;
    owner = ownerOfCache();
    queries.clear();
  });
}

function ownerOfCache(): string | null {
  const { session } = sessionState();
  return session === null ? null : `${session.user.id} ${session.teamId ?? ""}`;
}
