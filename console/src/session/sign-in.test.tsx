import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { CONFIGURATION, openConsole } from "../tests/console";
import { aSession } from "../tests/records";
import { envelope, http, refusal, service } from "../tests/service";
import { serveTeam } from "../tests/team";
import { challengeOf } from "./pkce";
import { goToSignIn } from "./sign-in";

/** Presses `Sign in` at an address, and returns what the issuer is asked. */
async function beginSignIn(address: string): Promise<URLSearchParams> {
  if (CONFIGURATION.issuer === null) throw new Error("there is nobody to sign in with");
  history.replaceState(null, "", address);
  let gone = "";
  await goToSignIn(CONFIGURATION.issuer, (to) => (gone = to));
  return new URL(gone).searchParams;
}

function answerSignIn(status: 400 | 401 | 403 | 201, asked?: (body: Record<string, string>) => void): void {
  service.use(
    http.post("/console/session", async ({ request, response }) => {
      asked?.({ ...(await request.json()) });
      return status === 201
        ? response(201).json(envelope({ session: aSession("reviewer") }))
        : response.untyped(Response.json(refusal("REFUSED", "no"), { status }));
    }),
  );
}

describe("signing in", () => {
  test("whoever has no session is asked to sign in, at every address", async () => {
    await openConsole("/console/candidates/ada-example");

    expect(screen.getByRole("button", { name: "Sign in" })).toBeVisible();
    expect(screen.queryByRole("navigation")).not.toBeInTheDocument();
  });

  test("the issuer is asked for a code by PKCE, and the token never stands in an address", async () => {
    const asked = await beginSignIn("/console/jobs");

    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: "code",
      client_id: "console",
      redirect_uri: "https://service.example.com/console/signed-in",
      scope: "openid email profile",
      code_challenge_method: "S256",
    });
    expect(asked.get("nonce")).toHaveLength(43);
  });

  test("the code is redeemed with the verifier, leaves the address, and leads back to where the person was", async () => {
    serveTeam([]);
    const asked = await beginSignIn("/console?kind=decision");
    let body: Record<string, string> = {};
    answerSignIn(201, (sent) => (body = sent));

    await openConsole(`/console/signed-in?code=c0de&state=${asked.get("state") ?? ""}`);

    expect(location.pathname + location.search).toBe("/console?kind=decision");
    expect(body).toMatchObject({
      code: "c0de",
      redirectUri: "https://service.example.com/console/signed-in",
    });
    expect(await challengeOf(body.codeVerifier ?? "")).toBe(asked.get("code_challenge"));
    expect(await screen.findByRole("heading", { level: 1, name: "Review queue" })).toBeVisible();
  });

  test("a device whose clock is two days ahead is no hindrance", async () => {
    serveTeam([]);
    const asked = await beginSignIn("/console");
    const now = Date.now() - 2 * 86_400_000;
    const session = aSession("reviewer", { expiresAt: new Date(now + 3_600_000).toISOString() });
    const headers = { date: new Date(now).toUTCString() };
    service.use(
      http.post("/console/session", ({ response }) =>
        response.untyped(Response.json(envelope({ session }), { status: 201, headers })),
      ),
    );

    await openConsole(`/console/signed-in?code=c0de&state=${asked.get("state") ?? ""}`);

    expect(await screen.findByRole("heading", { level: 1, name: "Review queue" })).toBeVisible();
  });

  test("a sign-in that this window did not begin is not used", async () => {
    await beginSignIn("/console");
    answerSignIn(201, () => expect.unreachable("the code was redeemed"));

    await openConsole("/console/signed-in?code=c0de&state=somebody-elses");

    expect(screen.getByRole("alert")).toHaveTextContent("not started in this window");
    expect(screen.getByRole("button", { name: "Sign in" })).toBeVisible();
    expect(location.search).toBe("");
  });

  test.each([
    [400, "did not fit this address"],
    [401, "not accepted"],
    [403, "No account here for this person"],
  ] as const)("a sign-in that the service refuses with %i says why", async (status, words) => {
    const asked = await beginSignIn("/console");
    answerSignIn(status);

    await openConsole(`/console/signed-in?code=c0de&state=${asked.get("state") ?? ""}`);

    expect(screen.getByRole("alert")).toHaveTextContent(words);
    expect(screen.getByRole("button", { name: "Sign in" })).toBeVisible();
  });

  test("a sign-in that was broken off at the issuer says so", async () => {
    const asked = await beginSignIn("/console");

    await openConsole(`/console/signed-in?error=access_denied&state=${asked.get("state") ?? ""}`);

    expect(screen.getByRole("alert")).toHaveTextContent("stopped before it was done");
  });
});
