import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { openConsole } from "../tests/console";
import { aCandidate, aCandidateInterview, aReviewItem, aSession, OTHER_TEAM, TEAM } from "../tests/records";
import { service } from "../tests/service";
import { serveTeam } from "../tests/team";

describe("a role", () => {
  test("that may not use a screen is told so under its heading, and nothing is asked of the service", async () => {
    serveTeam([]);
    const asked: string[] = [];
    service.events.on("request:start", ({ request }) => asked.push(new URL(request.url).pathname));

    await openConsole("/console/imports", aSession("reviewer"));

    expect(await screen.findByRole("heading", { level: 1, name: "Imports" })).toBeVisible();
    expect(screen.getByText("Your role may not use this screen")).toBeVisible();
    expect(screen.getByText(/for the role Manager/)).toBeVisible();
    await waitFor(() => expect(asked).toEqual(["/qsi/gather/teams"]));
    service.events.removeAllListeners();
  });

  test.each([
    ["reviewer", false],
    ["manager", true],
    ["administrator", true],
  ] as const)("%s: what changes an invite is offered: %s", async (role, isOffered) => {
    const candidate = aCandidate("Ada", "Example");
    const interview = aCandidateInterview(candidate, {
      status: "invite_sent",
      completedAt: null,
      expiry: new Date(Date.now() + 86_400_000).toISOString(),
    });
    serveTeam([], [{ candidate, interview }]);

    await openConsole("/console/candidates/ada-example", aSession(role));
    await screen.findByRole("heading", { name: "Invitation" });

    const offered = screen.queryAllByRole("button", { name: /Send again|Extend|Export data/ });
    expect(offered).toHaveLength(isOffered ? 3 : 0);
    expect(screen.getByRole("button", { name: "Reject" })).toBeVisible();
  });
});

describe("a person with several teams", () => {
  test("chooses one, and every request names it", async () => {
    serveTeam([aReviewItem("decision", "Ada Example")]);
    const teams: (string | null)[] = [];
    service.events.on("request:start", ({ request }) => {
      const address = new URL(request.url);
      if (address.pathname.endsWith("/review-queue")) teams.push(address.searchParams.get("teamId"));
    });
    const session = aSession("reviewer");
    session.user.teamIds = [TEAM, OTHER_TEAM];

    const user = await openConsole("/console", session);
    await user.click(await screen.findByRole("button", { name: /Night shift/ }));
    await user.click(await screen.findByRole("option", { name: "Day shift" }));

    await waitFor(() => expect(teams).toEqual([TEAM, OTHER_TEAM]));
    service.events.removeAllListeners();
  });
});
