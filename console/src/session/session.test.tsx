import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openConsole } from "../tests/console";
import { aCandidate, aReviewItem, aSession } from "../tests/records";
import { envelope, http, refusal, service } from "../tests/service";
import { serveTeam } from "../tests/team";
import { chooseTeam, sessionState } from "./store";

let otherTab: BroadcastChannel;

beforeEach(() => {
  otherTab = new BroadcastChannel("console-session");
});

afterEach(() => otherTab.close());

const signInButton = () => screen.findByRole("button", { name: "Sign in" });
const queue = () => screen.findByRole("heading", { level: 1, name: "Review queue" });

describe("the session", () => {
  test("outlives a reload without a sign-in", async () => {
    serveTeam([]);

    await openConsole("/console", aSession());

    expect(await queue()).toBeVisible();
  });

  test("stands in the tab alone: not in cookies, not in what outlives the tab, not in the address", async () => {
    serveTeam([]);
    const session = aSession();

    await openConsole("/console", session);
    await queue();

    expect(document.cookie).toBe("");
    expect(localStorage).toHaveLength(0);
    expect(location.href).not.toContain(session.token);
  });

  test("is taken from another tab that has one", async () => {
    serveTeam([]);
    const session = { ...aSession(), teamId: null };
    otherTab.onmessage = ({ data }: MessageEvent<{ kind: string }>) => {
      if (data.kind === "asked") otherTab.postMessage({ kind: "told", session });
    };

    await openConsole("/console");

    expect(await queue()).toBeVisible();
  });

  test("is taken from the tab that was used last, with its team, where several have one", async () => {
    serveTeam([]);
    const session = aSession();
    const user = { ...session.user, teamIds: ["team-1", "team-2"] };
    otherTab.onmessage = ({ data }: MessageEvent<{ kind: string }>) => {
      if (data.kind !== "asked") return;
      otherTab.postMessage({ kind: "told", session: { ...session, user, teamId: "team-1" }, usedAt: 1 });
      otherTab.postMessage({ kind: "told", session: { ...session, user, teamId: "team-2" }, usedAt: 2 });
    };

    await openConsole("/console");
    await queue();

    expect(sessionState().session?.teamId).toBe("team-2");
  });

  test("goes on in the team in which it ended", async () => {
    serveTeam([]);
    const session = aSession();
    const both = { ...session, user: { ...session.user, teamIds: ["team-1", "team-2"] } };

    await openConsole("/console", both);
    await queue();
    act(() => chooseTeam("team-2"));
    otherTab.postMessage({ kind: "ended", token: session.token, problem: "expired" });
    await signInButton();
    otherTab.postMessage({ kind: "told", session: { ...both, token: "a-new-one", teamId: "team-1" } });
    await queue();

    expect(sessionState().session?.teamId).toBe("team-2");
  });

  test("is told to a new tab that asks for one", async () => {
    serveTeam([]);
    const session = aSession();
    const told = new Promise<unknown>((resolve) => {
      otherTab.onmessage = ({ data }: MessageEvent<{ kind: string; session?: unknown }>) => {
        if (data.kind === "told") resolve(data.session);
      };
    });

    await openConsole("/console", session);
    otherTab.postMessage({ kind: "asked" });

    expect(await told).toMatchObject({ token: session.token });
  });

  test("ends here and at the service with `Sign out`, and the other tabs are told", async () => {
    serveTeam([]);
    const session = aSession();
    let ended = "";
    service.use(
      http.delete("/console/session", ({ request, response }) => {
        ended = request.headers.get("authorization") ?? "";
        return response(200).json(envelope({ session: { endedAt: "2026-03-02T01:30:00.000Z" } }));
      }),
    );
    const told = new Promise<unknown>((resolve) => {
      otherTab.onmessage = ({ data }: MessageEvent<{ kind: string }>) => {
        if (data.kind === "ended") resolve(data);
      };
    });

    const user = await openConsole("/console", session);
    await user.click(await screen.findByRole("button", { name: "Sign out" }));

    expect(await signInButton()).toBeVisible();
    expect(sessionStorage).toHaveLength(0);
    await waitFor(() => expect(ended).toBe(`Bearer ${session.token}`));
    expect(await told).toMatchObject({ token: session.token });
  });

  test("ends with a sign-out in another tab", async () => {
    serveTeam([]);
    const session = aSession();

    await openConsole("/console", session);
    await queue();
    otherTab.postMessage({ kind: "ended", token: session.token, problem: null });

    expect(await signInButton()).toBeVisible();
    expect(sessionStorage.getItem("console-session")).toBeNull();
  });

  test("does not end with another session that has ended", async () => {
    serveTeam([]);

    await openConsole("/console", aSession());
    await queue();
    otherTab.postMessage({ kind: "ended", token: "an-older-one", problem: "expired" });
    otherTab.postMessage({ kind: "asked" });
    await new Promise((resolve) => (otherTab.onmessage = resolve));

    expect(await queue()).toBeVisible();
  });

  test("that the service no longer knows ends in mid-work, and the address stays", async () => {
    serveTeam([aReviewItem("decision", "Ada Example")]);

    const user = await openConsole("/console", aSession());
    await screen.findByText("Ada Example");
    service.use(
      http.get("/qsi/gather/review-queue", ({ response }) =>
        response.untyped(Response.json(refusal("UNAUTHORIZED", "The session has ended."), { status: 401 })),
      ),
    );
    await user.click(screen.getByRole("link", { name: /Decisions/ }));

    expect(await screen.findByRole("alert")).toHaveTextContent("Your session has ended");
    expect(location.pathname + location.search).toBe("/console?kind=decision");
  });

  test("that ends in mid-work keeps what the person has begun to write", async () => {
    const candidate = aCandidate("Ada", "Example");
    serveTeam([], [{ candidate }]);
    const session = aSession();
    const address = "/console/candidates/ada-example";

    const user = await openConsole(address, session);
    await user.type(await screen.findByLabelText("Comment"), "A calm person");
    otherTab.postMessage({ kind: "ended", token: session.token, problem: "expired" });
    await signInButton();
    otherTab.postMessage({ kind: "told", session: { ...session, token: "a-new-one", teamId: null } });

    expect(await screen.findByLabelText("Comment")).toHaveValue("A calm person");
  });

  test("that is over is not used", async () => {
    await openConsole("/console", aSession("reviewer", { expiresAt: "2020-01-01T00:00:00.000Z" }));

    expect(screen.getByRole("alert")).toHaveTextContent("Your session has ended");
  });

  test("ends when its time is over", async () => {
    serveTeam([]);

    await openConsole(
      "/console",
      aSession("reviewer", { expiresAt: new Date(Date.now() + 300).toISOString() }),
    );

    expect(await screen.findByRole("alert")).toHaveTextContent("Your session has ended");
  });
});
