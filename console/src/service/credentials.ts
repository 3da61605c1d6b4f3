/** Keys by which programs use the interface. */

import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { dataOf } from "talent-screening";
import { client } from "./client";
import type { CreateCredential } from "./records";

const KEYS = "credentials";

/** Those of the organization that still work, newest first. */
export function credentialsOptions(organizationId: string) {
  return queryOptions({
    queryKey: [KEYS, organizationId],
    queryFn: async ({ signal }) =>
      dataOf(await client.GET("/qsi/gather/credentials", { params: { query: { organizationId } }, signal })),
  });
}

/** The response has the key, which nothing tells again. */
export function addCredentialOptions(queries: QueryClient) {
  return mutationOptions({
    mutationFn: async (body: CreateCredential) =>
      dataOf(await client.POST("/qsi/gather/credentials", { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: [KEYS] }),
  });
}

export function endCredentialOptions(credentialId: string, queries: QueryClient) {
  return mutationOptions({
    mutationFn: async () =>
      dataOf(
        await client.DELETE("/qsi/gather/credentials/{credentialId}", { params: { path: { credentialId } } }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: [KEYS] }),
  });
}
