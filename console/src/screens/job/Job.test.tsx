import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { openConsole } from "../../tests/console";
import { serveJobs } from "../../tests/jobs";
import {
  aCandidate,
  aCandidateInterview,
  aJob,
  anEnrollment,
  aSession,
  aWorkflow,
  aWorkflowStep,
} from "../../tests/records";
import { serveTeam } from "../../tests/team";

const ADA = aCandidate("Ada", "Lovelace");
const GRACE = aCandidate("Grace", "Hopper");
const KATHERINE = aCandidate("Katherine", "Johnson");
const EDITH = aCandidate("Edith", "Clarke");

const HIRING = {
  jobs: [aJob("Night nurse")],
  candidates: [ADA, GRACE, KATHERINE, EDITH],
  enrollments: [
    anEnrollment(ADA, { status: "waiting_for_evaluation", score: 30 }),
    anEnrollment(GRACE),
    anEnrollment(KATHERINE, { status: "failed", score: 20 }, { status: "failed", currentStepId: null }),
  ],
  interviews: [
    aCandidateInterview(GRACE, { score: 80, jobId: "night-nurse" }),
    aCandidateInterview(ADA, { score: 30, jobId: "night-nurse" }),
  ],
  workflow: aWorkflow("Nurses", { steps: [aWorkflowStep("standard_interview", "interview")] }),
};

const row = (name: string) => screen.findByRole("row", { name: new RegExp(name) });

describe("a job", () => {
  test("shows who is at which step, since when and with which score", async () => {
    serveTeam([]);
    serveJobs({ ...HIRING, interviews: [] });

    await openConsole("/console/jobs/night-nurse", aSession());

    expect(await screen.findByRole("heading", { level: 1, name: "Night nurse" })).toBeVisible();
    expect(await row("Ada Lovelace")).toHaveTextContent("Waits for a person30 is below 50");
    expect(await row("Grace Hopper")).toHaveTextContent("Invited, not begun");
    expect(await row("Katherine Johnson")).toHaveTextContent("Stopped by a gate20 is below 50");
    const step = await screen.findByRole("table", { name: "Support interview" });
    expect(within(step).queryByText("Katherine Johnson")).not.toBeInTheDocument();
  });

  test("leads to a new interview that begins with its text", async () => {
    serveTeam([]);
    serveJobs(HIRING);

    await openConsole("/console/jobs/night-nurse", aSession("manager"));

    expect(await screen.findByRole("link", { name: "Make an interview from this job" })).toHaveAttribute(
      "href",
      "/console/interviews/new?job=night-nurse",
    );
  });

  test("shows who was invited without a workflow, too", async () => {
    serveTeam([]);
    serveJobs({
      jobs: [aJob("Night nurse", { interviewId: "interview" })],
      candidates: [EDITH],
      interviews: [aCandidateInterview(EDITH, { score: 64 })],
    });

    await openConsole("/console/jobs/night-nurse", aSession());

    const table = await screen.findByRole("table", { name: "Invited without a workflow" });
    expect(await within(table).findByRole("row", { name: /Edith Clarke/ })).toHaveTextContent("64");
  });

  test("is approved by a manager", async () => {
    serveTeam([]);
    const sent = serveJobs({ jobs: [aJob("Night nurse", { status: "pending_approval" })] });

    const user = await openConsole("/console/jobs/night-nurse", aSession("manager"));
    await user.click(await screen.findByRole("button", { name: "Approve" }));

    expect(await screen.findByText("Approved")).toBeVisible();
    expect(sent).toEqual([{ what: "change", body: { status: "approved" } }]);
  });

  test("offers a reviewer nothing that would be refused", async () => {
    serveTeam([]);
    serveJobs({ ...HIRING, jobs: [aJob("Night nurse", { status: "pending_approval" })] });

    await openConsole("/console/jobs/night-nurse", aSession());
    await row("Ada Lovelace");

    for (const name of [/Approve/, /Invite/, /Edit/, /Change/, /Archive/])
      expect(screen.queryByRole("button", { name })).not.toBeInTheDocument();
  });

  test("is closed and archived, after what that means was said", async () => {
    serveTeam([]);
    const sent = serveJobs({ jobs: [aJob("Night nurse")] });

    const user = await openConsole("/console/jobs/night-nurse", aSession("manager"));
    await user.click(await screen.findByRole("button", { name: "Change status" }));
    await user.selectOptions(await screen.findByLabelText("New status"), "Closed");
    expect(screen.getByText(/ends the job for everybody/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Change it" }));
    await user.click(await screen.findByRole("button", { name: "Archive" }));
    await user.click(await screen.findByRole("button", { name: "Archive it" }));

    expect(await screen.findByRole("button", { name: "Bring back" })).toBeVisible();
    expect(sent.map(({ what }) => what)).toEqual(["change", "archive"]);
  });

  test("leads to the comparison of those who are chosen", async () => {
    serveTeam([]);
    serveJobs({ ...HIRING, interviews: [] });

    const user = await openConsole("/console/jobs/night-nurse", aSession());
    await user.click(await screen.findByRole("checkbox", { name: "Choose Ada Lovelace" }));
    expect(screen.getByRole("button", { name: "Compare" })).toBeDisabled();
    await user.click(screen.getByRole("checkbox", { name: "Choose Grace Hopper" }));
    await user.click(screen.getByRole("button", { name: "Compare" }));

    expect(`${location.pathname}${location.search}`).toBe(
      "/console/compare?ids=interview-of-ada-lovelace,interview-of-grace-hopper",
    );
  });

  test("ranks its candidates", async () => {
    serveTeam([]);
    serveJobs(HIRING);

    await openConsole("/console/jobs/night-nurse?view=ranking", aSession());

    expect(await row("1 Grace Hopper")).toHaveTextContent("80");
    expect(await row("2 Ada Lovelace")).toHaveTextContent("30");
  });

  test("hides scores from people who score first", async () => {
    serveTeam([]);
    serveJobs(HIRING);
    sessionStorage.setItem("console-choice:blind", "yes");

    const user = await openConsole("/console/jobs/night-nurse", aSession());

    expect(await row("Ada Lovelace")).not.toHaveTextContent("30");
    await user.click(screen.getByRole("link", { name: "Ranking" }));
    expect(await screen.findByText("Scores are hidden")).toBeVisible();
  });

  test("that is not there is told", async () => {
    serveTeam([]);
    serveJobs({ jobs: [] });

    await openConsole("/console/jobs/gone", aSession());

    expect(await screen.findByRole("heading", { level: 1, name: "This job is not here" })).toBeVisible();
  });
});
