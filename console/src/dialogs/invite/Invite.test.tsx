import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openConsole } from "../../tests/console";
import { serveInvites } from "../../tests/invites";
import { aCandidate, aCandidateInterview, aSession, aWorkflow, aWorkflowStep } from "../../tests/records";
import { serveTeam } from "../../tests/team";

const ADA = aCandidate("Ada", "Example");
const ADDRESS = "/console/candidates/ada-example";
const INTERVIEW = "Interview: Support interview";
const JOB = "Job: Night shift";

async function openDialog(role: "manager" | "reviewer" = "manager") {
  const user = await openConsole(ADDRESS, aSession(role));
  await user.click(await screen.findByRole("button", { name: "Invite" }));
  const dialog = within(await screen.findByRole("dialog"));
  const choose = async (name: string) => {
    await dialog.findByRole("option", { name });
    await user.selectOptions(dialog.getByLabelText("Job or interview"), name);
  };
  const send = () => user.click(dialog.getByRole("button", { name: "Send invite" }));
  return { user, dialog, choose, send };
}

test("a manager invites the candidate of the screen to an interview, for some days by e-mail", async () => {
  serveTeam([], [{ candidate: ADA }]);
  const sent = serveInvites({ candidates: [ADA] });

  const { user, dialog, choose, send } = await openDialog();
  await choose(INTERVIEW);
  await user.selectOptions(dialog.getByLabelText("Send by"), "E-mail");
  await user.type(dialog.getByLabelText("Days to answer"), "7");
  await send();

  expect(await dialog.findByText("Invited")).toBeVisible();
  expect(dialog.getByLabelText("Link for Ada Example")).toHaveValue(`${location.origin}/i/invite`);
  expect(screen.getByRole("status")).toHaveTextContent("1 person was invited.");
  expect(sent).toEqual([
    {
      what: "invite",
      body: {
        candidateId: ADA.id,
        interviewId: "interview",
        sendInvite: true,
        deliveryTypes: ["email"],
        expiryDays: 7,
      },
    },
  ]);
});

test("nobody who has an open invite gets a second one", async () => {
  serveTeam([], [{ candidate: ADA }]);
  const open = aCandidateInterview(ADA, { status: "invite_sent", completedAt: null });
  const sent = serveInvites({ candidates: [ADA], invited: [open] });

  const { dialog, choose, send } = await openDialog();
  await choose(INTERVIEW);
  await send();

  expect(await dialog.findByText("Already invited")).toBeVisible();
  expect(sent).toEqual([]);
});

test("a job with a workflow enrolls, and says who is enrolled already", async () => {
  serveTeam([], [{ candidate: ADA }]);
  const workflow = aWorkflow("Hiring", { steps: [aWorkflowStep("meeting", "meeting")] });
  const sent = serveInvites({ candidates: [ADA], workflow, enrolled: [ADA.id] });

  const { dialog, choose, send } = await openDialog();
  await choose(JOB);
  expect(await dialog.findByText("The job's workflow has 1 step.")).toBeVisible();
  await send();

  expect(await dialog.findByText("Already invited")).toBeVisible();
  expect(sent).toEqual([{ what: "enroll", body: { candidateId: ADA.id } }]);
});

test("nothing is sent before somebody has said to what", async () => {
  serveTeam([], [{ candidate: ADA }]);
  const sent = serveInvites({ candidates: [ADA] });

  const { dialog, send } = await openDialog();
  await send();

  expect(dialog.getByLabelText("Job or interview")).toHaveAccessibleDescription("Choose what to invite to.");
  expect(sent).toEqual([]);
});

test("a pasted list is checked line by line before anything is sent", async () => {
  serveTeam([], [{ candidate: ADA }]);
  const sent = serveInvites({ candidates: [ADA] });

  const user = await openConsole("/console/candidates", aSession("manager"));
  await user.click(await screen.findByRole("button", { name: "Invite" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("radio", { name: "Several" }));
  const list = dialog.getByLabelText("Names, e-mail addresses and phone numbers");
  await user.type(list, "Grace Hopper, grace@example.com, +14155550123{Enter}Nobody");
  await dialog.findByRole("option", { name: INTERVIEW });
  await user.selectOptions(dialog.getByLabelText("Job or interview"), INTERVIEW);
  await user.click(dialog.getByRole("button", { name: "Send invite" }));
  expect(dialog.getByText("First and last name are needed.")).toBeVisible();
  await waitFor(() => expect(list).toHaveFocus());
  expect(sent).toEqual([]);

  await user.clear(list);
  await user.type(list, "Grace Hopper, grace@example.com, +14155550123{Enter}Ada Example, ada@example.com");
  await user.click(dialog.getByRole("button", { name: "Send invite" }));

  expect(await dialog.findByRole("link", { name: "Grace Hopper" })).toBeVisible();
  expect(dialog.getByRole("link", { name: "Ada Example" })).toBeVisible();
  expect(sent.map(({ what }) => what)).toEqual(["candidate", "invite", "invite"]);
});

test("a reviewer sees no such button", async () => {
  serveTeam([], [{ candidate: ADA }]);
  serveInvites({ candidates: [ADA] });

  await openConsole(ADDRESS, aSession("reviewer"));

  expect(await screen.findByRole("heading", { level: 1, name: "Ada Example" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Invite" })).not.toBeInTheDocument();
});
