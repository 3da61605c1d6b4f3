import { screen, waitFor, within } from "@testing-library/react";
import { delay } from "msw";
import { describe, expect, test } from "vitest";
import { openConsole } from "../../tests/console";
import { serveInvites } from "../../tests/invites";
import { serveMeetings } from "../../tests/meetings";
import { aCandidate, aMeeting, aReviewItem, aSession, aWorkflow, aWorkflowStep } from "../../tests/records";
import { envelope, http, refusal, service } from "../../tests/service";

const MEETING = aMeeting("Meet the team", {
  slots: [
    { id: "slot", startsAt: "2099-01-12T09:00:00.000Z", capacity: 2, booked: 1 },
    { id: "past", startsAt: "2020-01-12T09:00:00.000Z", capacity: 1, booked: 0 },
  ],
});
const OLD = aMeeting("Open day", { startsAt: "2020-06-01T09:00:00.000Z" });
const STEP = {
  id: "enrollment-step",
  stepId: "step",
  position: 1,
  stepType: "meeting" as const,
  artifactId: MEETING.id,
  status: "invited" as const,
  candidateMeetingId: "candidate-meeting",
  inviteSentAt: "2026-03-01T10:00:00.000Z",
  score: null,
  scoreThreshold: null,
  completedAt: null,
};
const ENROLLMENT = {
  id: "enrollment",
  createdAt: "2026-03-01T10:00:00.000Z",
  updatedAt: "2026-03-01T10:00:00.000Z",
  jobId: "job",
  candidateId: "ada-example",
  templateId: "hiring",
  assignmentId: null,
  status: "active" as const,
  currentStepId: STEP.id,
  completedAt: null,
  steps: [STEP],
};

describe("the list of meetings", () => {
  test("tells the next time, what is booked, and is filtered by its address", async () => {
    serveMeetings({ meetings: [MEETING, OLD] });

    const user = await openConsole("/console/meetings", aSession());
    const row = await screen.findByRole("row", { name: /Meet the team/ });
    expect(row).toHaveTextContent("10:00");
    expect(row).toHaveTextContent("1 of 3");
    expect(screen.queryByRole("button", { name: "New meeting" })).not.toBeInTheDocument();

    await user.click(screen.getByRole("link", { name: "Past" }));
    expect(location.search).toBe("?show=past");
    expect(screen.queryByRole("row", { name: /Meet the team/ })).not.toBeInTheDocument();
    expect(screen.getByRole("row", { name: /Open day/ })).toBeVisible();
  });

  test("has what to do where there is nothing, and where it fails", async () => {
    serveMeetings({});
    await openConsole("/console/meetings", aSession("manager"));
    expect(await screen.findByText("No meetings yet")).toBeVisible();
  });

  test("leads from an answer to the meeting, and asks the candidate again", async () => {
    const answer = aReviewItem("meeting", "Ada Example", { jobId: "job", candidateInterviewId: null });
    const sent = serveMeetings({ meetings: [MEETING], answers: [answer], enrollments: [ENROLLMENT] });

    const user = await openConsole("/console/meetings", aSession("manager"));
    await user.click(await screen.findByRole("button", { name: /Offer other times/ }));
    expect(await screen.findByRole("heading", { level: 1, name: "Edit Meet the team" })).toBeVisible();

    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByRole("heading", { name: "Ask Ada Example again" })).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "Send the invite again" }));

    await waitFor(() => expect(sent.at(-1)).toEqual({ what: "again enrollment-step", body: null }));
    expect(sent[0]?.what).toBe('change "7"');
  });
});

describe("a new meeting", () => {
  test("is set by the clock of its zone", async () => {
    const sent = serveMeetings({});

    const user = await openConsole("/console/meetings", aSession("manager"));
    await user.click(await screen.findByRole("button", { name: "New meeting" }));
    await user.type(await screen.findByLabelText("Title"), "Coffee");
    await user.type(screen.getByLabelText("Begins (1)"), "2027-07-12T10:00");
    await user.click(screen.getByRole("button", { name: "Add time" }));
    expect(screen.getByLabelText("Begins (2)")).toHaveValue("2027-07-12T11:00");
    await user.clear(screen.getByLabelText("Time zone"));
    await user.type(screen.getByLabelText("Time zone"), "Europe/Berlin");
    await user.click(screen.getByRole("button", { name: "Save" }));

    expect(await screen.findByRole("heading", { level: 1, name: "Coffee" })).toBeVisible();
    expect(sent[0]?.body).toMatchObject({
      title: "Coffee",
      timezone: "Europe/Berlin",
      slots: [
        { startsAt: "2027-07-12T08:00:00.000Z", capacity: 1 },
        { startsAt: "2027-07-12T09:00:00.000Z", capacity: 1 },
      ],
    });
  });

  test("says at its fields what is wrong, the service's words too", async () => {
    serveMeetings({});
    service.use(
      http.post("/qsi/gather/meetings", ({ response }) =>
        response.untyped(
          Response.json(
            {
              error: {
                ...refusal("VALIDATION_ERROR", "title: is taken").error,
                details: [{ field: "title", reason: "is taken" }],
              },
            },
            { status: 400 },
          ),
        ),
      ),
    );

    const user = await openConsole("/console/meetings/new", aSession("manager"));
    await user.click(await screen.findByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.getByLabelText("Title")).toHaveFocus());
    expect(screen.getByLabelText("Title")).toHaveAccessibleDescription("Give the meeting a title.");

    await user.type(screen.getByLabelText("Title"), "Coffee");
    await user.click(screen.getByRole("radio", { name: "None yet" }));
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.getByLabelText("Title")).toHaveAccessibleDescription("is taken"));
  });

  test("is refused to a reviewer without a request", async () => {
    serveMeetings({});

    await openConsole("/console/meetings/new", aSession());

    expect(await screen.findByText("Your role may not use this screen")).toBeVisible();
  });
});

describe("one meeting", () => {
  const hiring = aWorkflow("Hiring", {
    steps: [aWorkflowStep("meeting", MEETING.id)],
    assignments: [
      {
        id: "assignment",
        createdAt: "2026-03-01T10:00:00.000Z",
        updatedAt: "2026-03-01T10:00:00.000Z",
        templateId: "hiring",
        targetType: "job",
        targetId: "job",
        source: "job_template",
        organizationId: MEETING.organizationId,
        teamId: MEETING.teamId,
        initialScoreThreshold: null,
      },
    ],
  });

  test("shows who is invited to it", async () => {
    serveMeetings({ meetings: [MEETING], workflows: [hiring], enrollments: [ENROLLMENT] });
    serveInvites({ candidates: [aCandidate("Ada", "Example")] });

    await openConsole(`/console/meetings/${MEETING.id}`, aSession());

    const guests = within(await screen.findByRole("table", { name: "Invited candidates" }));
    expect(await guests.findByRole("row", { name: /Ada Example/ })).toHaveTextContent("Invited");
    expect(screen.getByRole("row", { name: /Past/ })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Edit" })).not.toBeInTheDocument();
  });

  test("invites a candidate through its own job, and tells the link", async () => {
    serveMeetings({ meetings: [MEETING], workflows: [hiring] });
    const sent = serveInvites({ candidates: [aCandidate("Ada", "Example")] });

    const user = await openConsole(`/console/meetings/${MEETING.id}`, aSession("manager"));
    await user.click(await screen.findByRole("button", { name: "Invite a candidate" }));
    await user.type(await screen.findByLabelText("Search for candidates"), "Ada");
    await user.click(await screen.findByRole("button", { name: /Ada Example/ }));
    await user.click(screen.getByRole("button", { name: "Send invite" }));

    expect(await screen.findByLabelText("Link for the candidate")).toHaveValue("https://go.example/m/1");
    expect(sent).toEqual([{ what: "enroll", body: { candidateId: "ada-example" } }]);
  });

  test("keeps who was found while somebody goes on typing", async () => {
    serveMeetings({ meetings: [MEETING], workflows: [hiring] });
    const searches: (string | null)[] = [];
    service.use(
      http.get("/qsi/gather/candidates", async ({ query, response }) => {
        searches.push(query.get("search"));
        if (query.get("search") === "Ada") await delay("infinite");
        return response(200).json(envelope({ candidates: [aCandidate("Ada", "Example")], pagination: null }));
      }),
    );

    const user = await openConsole(`/console/meetings/${MEETING.id}`, aSession("manager"));
    await user.click(await screen.findByRole("button", { name: "Invite a candidate" }));
    const field = await screen.findByLabelText("Search for candidates");
    await user.type(field, "A");
    await screen.findByRole("button", { name: /Ada Example/ });
    await user.type(field, "da");
    await waitFor(() => expect(searches).toContain("Ada"));
    await user.click(screen.getByRole("button", { name: /Ada Example/ }));

    expect(await screen.findByRole("list", { name: "Chosen candidates" })).toHaveTextContent("Ada Example");
  });
});
