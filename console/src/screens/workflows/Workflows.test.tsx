import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { openConsole } from "../../tests/console";
import { aSession, aWorkflow, aWorkflowStep } from "../../tests/records";
import { http, refusal, service } from "../../tests/service";
import { serveWorkflows } from "../../tests/workflows";

const HIRING = aWorkflow("Hiring", {
  steps: [
    aWorkflowStep("ai_interviewer", "interview", { scoreThreshold: 60, gateMode: "confirm" }),
    aWorkflowStep("meeting", "meet-the-team", { position: 2, sendDelayMinutes: 1440 }),
  ],
  assignments: [
    {
      id: "assignment",
      createdAt: "2026-03-01T10:00:00.000Z",
      updatedAt: "2026-03-01T10:00:00.000Z",
      templateId: "hiring",
      targetType: "job",
      targetId: "job",
      source: "job_template",
      organizationId: "organization",
      teamId: "team",
      initialScoreThreshold: null,
    },
  ],
});

describe("workflows", () => {
  test("are told in words, step by step, to every role", async () => {
    serveWorkflows([HIRING]);

    const user = await openConsole("/console/workflows", aSession());
    await user.click(await screen.findByRole("link", { name: "Hiring" }));

    expect(await screen.findByRole("heading", { level: 1, name: "Hiring" })).toHaveFocus();
    expect(screen.getByText("A score of 60 or more goes on. Below it, a person decides.")).toBeVisible();
    expect(screen.getByText("The invite goes out 1 day later.")).toBeVisible();
    expect(await screen.findByRole("link", { name: "Night shift" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Edit" })).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /^End/ })).not.toBeInTheDocument();
  });

  test("are said to be missing where the organization has none", async () => {
    serveWorkflows([]);
    service.use(
      http.get("/qsi/gather/workflow-templates", ({ response }) =>
        response.untyped(Response.json(refusal("FORBIDDEN", "No workflows."), { status: 403 })),
      ),
    );

    await openConsole("/console/workflows", aSession("manager"));

    expect(await screen.findByText("Your organization has no workflows")).toBeVisible();
    expect(screen.queryByRole("button", { name: "New workflow" })).not.toBeInTheDocument();
  });
});

describe("the editor", () => {
  test("makes a workflow of two steps", async () => {
    const sent = serveWorkflows([]);

    const user = await openConsole("/console/workflows", aSession("manager"));
    await user.click(await screen.findByRole("button", { name: "New workflow" }));
    await user.type(await screen.findByLabelText("Name of the workflow"), "Hiring");
    await user.selectOptions(screen.getByLabelText("Interview (step 1)"), "Support interview");
    await user.type(screen.getByLabelText("Score needed (step 1)"), "55");
    await user.click(screen.getByRole("button", { name: "Add step" }));
    await waitFor(() => expect(screen.getByLabelText("Kind (step 2)")).toHaveFocus());
    await user.selectOptions(screen.getByLabelText("Kind (step 2)"), "Meeting");
    await user.selectOptions(screen.getByLabelText("Meeting (step 2)"), "Meet the team");
    await user.type(screen.getByLabelText("Delay (step 2)"), "2");
    await user.click(screen.getByRole("button", { name: "Save" }));

    expect(await screen.findByRole("heading", { level: 1, name: "Hiring" })).toBeVisible();
    expect(sent[0]?.body).toMatchObject({
      name: "Hiring",
      userId: "user-rita",
      rejectionDelayMinutes: null,
      steps: [
        {
          position: 1,
          stepType: "ai_interviewer",
          artifactId: "interview",
          scoreThreshold: 55,
          gateMode: "confirm",
        },
        { position: 2, stepType: "meeting", artifactId: "meet-the-team", sendDelayMinutes: 2880 },
      ],
    });
  });

  test("keeps the ids of steps that change places, and does not overwrite others' changes", async () => {
    const sent = serveWorkflows([HIRING]);

    const user = await openConsole("/console/workflows/hiring/edit", aSession("manager"));
    await user.click(await screen.findByRole("button", { name: "Move Step 2 up" }));
    await user.click(screen.getByRole("button", { name: "Save" }));

    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      what: 'change "3"',
      body: {
        steps: [
          { id: "step-to-meet-the-team", position: 1 },
          { id: "step-to-interview", position: 2 },
        ],
      },
    });
  });

  test("tells at the step what the service refuses", async () => {
    serveWorkflows([HIRING]);
    const message = "AI steps need a scorecard.";
    service.use(
      http.patch("/qsi/gather/workflow-templates/{id}", ({ response }) =>
        response.untyped(
          Response.json(
            {
              error: {
                ...refusal("VALIDATION_ERROR", message).error,
                details: [{ field: "steps[0].artifactId", reason: message }],
              },
            },
            { status: 400 },
          ),
        ),
      ),
    );

    const user = await openConsole("/console/workflows/hiring/edit", aSession("manager"));
    await user.click(await screen.findByRole("button", { name: "Save" }));

    await waitFor(() => expect(screen.getByLabelText("Interview (step 1)")).toHaveFocus());
    expect(screen.getByLabelText("Interview (step 1)")).toHaveAccessibleDescription(message);
  });

  test("says that somebody else has changed it", async () => {
    serveWorkflows([HIRING]);
    service.use(
      http.patch("/qsi/gather/workflow-templates/{id}", ({ response }) =>
        response.untyped(Response.json(refusal("PRECONDITION_FAILED", "It was changed."), { status: 412 })),
      ),
    );

    const user = await openConsole("/console/workflows/hiring/edit", aSession("manager"));
    await user.click(await screen.findByRole("button", { name: "Save" }));

    expect(await screen.findByRole("alert")).toHaveTextContent("Somebody else has changed this meanwhile.");
    expect(screen.getByRole("button", { name: "Load again without my changes" })).toBeVisible();
  });
});

describe("what follows a workflow", () => {
  test("is added by a dialog and ended by a button", async () => {
    const sent = serveWorkflows([HIRING]);

    const user = await openConsole("/console/workflows/hiring", aSession("manager"));
    await user.click(await screen.findByRole("button", { name: "Apply to jobs" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Apply" }));
    expect(dialog.getByRole("alert")).toHaveTextContent("Choose at least one job or job family.");
    await user.click(await dialog.findByRole("checkbox", { name: "Shifts" }));
    await user.click(dialog.getByRole("button", { name: "Apply" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());

    await user.click(screen.getByRole("button", { name: /^End/ }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "End" }));
    await waitFor(() => expect(sent.at(-1)?.what).toBe("end assignment"));
    expect(sent[0]?.body).toMatchObject({
      jobIds: [],
      jobFamilyIds: ["family"],
      initialScoreThreshold: null,
    });
  });
});
