import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { openConsole } from "../../tests/console";
import { serveJobs } from "../../tests/jobs";
import { aJob, aSession } from "../../tests/records";
import { http, service } from "../../tests/service";
import { serveTeam } from "../../tests/team";

describe("the jobs", () => {
  test("stand in a list with their status, each a link", async () => {
    serveTeam([]);
    serveJobs({ jobs: [aJob("Night nurse", { status: "pending_approval" }), aJob("Cook")] });

    await openConsole("/console/jobs", aSession());

    expect(await screen.findByRole("link", { name: "Night nurse" })).toHaveAttribute(
      "href",
      "/console/jobs/night-nurse",
    );
    expect(screen.getByRole("row", { name: /Night nurse/ })).toHaveTextContent("Waits for approval");
    expect(screen.queryByRole("button", { name: "New job" })).not.toBeInTheDocument();
  });

  test("are searched, and the address keeps the search", async () => {
    serveTeam([]);
    serveJobs({ jobs: [aJob("Night nurse"), aJob("Cook")] });

    const user = await openConsole("/console/jobs", aSession());
    await screen.findByRole("link", { name: "Cook" });
    await user.type(screen.getByLabelText("Search titles and texts"), "nurse");

    await waitFor(() => expect(screen.queryByRole("link", { name: "Cook" })).not.toBeInTheDocument());
    expect(await screen.findByRole("link", { name: "Night nurse" })).toBeVisible();
    expect(location.search).toBe("?search=nurse");
  });

  test("tell what to do where none fits", async () => {
    serveTeam([]);
    serveJobs({ jobs: [aJob("Cook")] });

    const user = await openConsole("/console/jobs?search=pilot", aSession());
    await user.click(await screen.findByRole("button", { name: "Show all jobs" }));

    expect(await screen.findByRole("link", { name: "Cook" })).toBeVisible();
  });

  test("tell that they cannot be read", async () => {
    serveTeam([]);
    serveJobs({ jobs: [] });
    service.use(
      http.get("/qsi/gather/jobs", ({ response }) => response.untyped(Response.json({}, { status: 404 }))),
    );

    await openConsole("/console/jobs", aSession());

    expect(await screen.findByRole("alert")).toHaveTextContent("no longer here");
  });
});
