import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { openConsole } from "../../tests/console";
import { serveJobs } from "../../tests/jobs";
import { aJob, aSession } from "../../tests/records";
import { http, service } from "../../tests/service";
import { serveTeam } from "../../tests/team";

describe("a new job", () => {
  test("is written, saved and shown", async () => {
    serveTeam([]);
    const sent = serveJobs({ jobs: [aJob("Cook")] });

    const user = await openConsole("/console/jobs", aSession("manager"));
    await user.click(await screen.findByRole("button", { name: "New job" }));
    await user.type(await screen.findByLabelText("Title"), "Night nurse");
    await user.type(screen.getByLabelText("Locations"), "Leipzig{Enter}Halle, Saale");
    await user.click(screen.getByRole("button", { name: "Save" }));

    expect(await screen.findByRole("heading", { level: 1, name: "Night nurse" })).toBeVisible();
    expect(sent[0]).toMatchObject({
      what: "create",
      body: { title: "Night nurse", status: "draft", location: ["Leipzig", "Halle, Saale"] },
    });
  });

  test("needs a title, and says so at the field", async () => {
    serveTeam([]);
    const sent = serveJobs({ jobs: [] });

    const user = await openConsole("/console/jobs/new", aSession("manager"));
    await user.click(await screen.findByRole("button", { name: "Save" }));

    expect(screen.getByLabelText("Title")).toHaveFocus();
    expect(screen.getByLabelText("Title")).toHaveAccessibleDescription("Give the job a title.");
    expect(sent).toEqual([]);
  });

  test("is kept while it is not saved", async () => {
    serveTeam([]);
    serveJobs({ jobs: [] });

    const user = await openConsole("/console/jobs/new", aSession("manager"));
    await user.type(await screen.findByLabelText("Title"), "Night nurse");
    await user.click(screen.getByRole("link", { name: "Jobs" }));
    await user.click(await screen.findByRole("button", { name: "New job" }));

    expect(await screen.findByLabelText("Title")).toHaveValue("Night nurse");
  });

  test("is not for reviewers", async () => {
    serveTeam([]);

    await openConsole("/console/jobs/new", aSession());

    expect(await screen.findByText("Your role may not use this screen")).toBeVisible();
    expect(screen.queryByLabelText("Title")).not.toBeInTheDocument();
  });
});

describe("a changed job", () => {
  test("is not overwritten when somebody else has changed it", async () => {
    serveTeam([]);
    serveJobs({ jobs: [aJob("Cook")] });
    const states: (string | null)[] = [];
    service.use(
      http.patch("/qsi/gather/jobs/{id}", ({ request, response }) => {
        states.push(request.headers.get("if-match"));
        return response.untyped(
          Response.json({ error: { code: "PRECONDITION_FAILED", message: "Changed." } }, { status: 412 }),
        );
      }),
    );

    const user = await openConsole("/console/jobs/cook/edit", aSession("manager"));
    await user.type(await screen.findByLabelText("Department"), "Kitchen");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await user.click(await screen.findByRole("button", { name: "Load the job as it is now" }));

    expect(states).toEqual(['"1"']);
    expect(await screen.findByLabelText("Department")).toHaveValue("");
  });
});
