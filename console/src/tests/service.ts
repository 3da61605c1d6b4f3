/** A service in the place of the real one, whose answers are checked against its document. */

import { setupServer } from "msw/node";
import { createOpenApiHttp } from "openapi-msw";
import type { paths } from "talent-screening";

export const service = setupServer();

export const http = createOpenApiHttp<paths>({ baseUrl: "https://service.example.com" });

export const META = {
  requestId: "0190a0b0-c0d0-7123-8456-000000000000",
  timestamp: "2026-03-02T01:30:00.000Z",
};

export const envelope = <Data>(data: Data) => ({ data, meta: META });

export const refusal = (code: string, message: string) => ({ error: { code, message }, meta: META });
