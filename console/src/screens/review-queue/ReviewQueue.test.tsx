import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { openConsole } from "../../tests/console";
import { aReviewItem, aReviewQueue, aSession } from "../../tests/records";
import { envelope, http, service } from "../../tests/service";
import { serveTeam } from "../../tests/team";

const ITEMS = [
  aReviewItem("request", "Tomasz Novak"),
  aReviewItem("decision", "Ada Example"),
  aReviewItem("decision", "Grace Example", { score: 91 }),
];

const link = (name: string) => screen.findByRole("link", { name: new RegExp(name) });

describe("the review queue", () => {
  test("has the focus on its first item on arrival", async () => {
    serveTeam(ITEMS);

    await openConsole("/console", aSession());

    expect(await link("Tomasz Novak")).toHaveFocus();
  });

  test("says in words what waits, with the score where there is one", async () => {
    serveTeam(ITEMS);

    await openConsole("/console", aSession());

    expect(await link("Tomasz Novak")).toHaveTextContent("Asks the team for something");
    expect(await link("Grace Example")).toHaveTextContent("Completed, not decided yet");
    expect(await link("Grace Example")).toHaveAccessibleName(/Score 91 of 100/);
    expect(screen.getByText("3 items waiting")).toBeVisible();
  });

  test("is gone through by the arrow keys, j and k", async () => {
    serveTeam(ITEMS);

    const user = await openConsole("/console", aSession());
    await link("Tomasz Novak");
    await user.keyboard("{ArrowDown}");
    expect(await link("Ada Example")).toHaveFocus();
    await user.keyboard("j");
    expect(await link("Grace Example")).toHaveFocus();
    await user.keyboard("k{Home}");
    expect(await link("Tomasz Novak")).toHaveFocus();
  });

  test("leads to the candidate by Enter, and an approval to the job", async () => {
    const approval = aReviewItem("approval", "", {
      candidateId: null,
      candidateInterviewId: null,
      candidateName: null,
      jobId: "job-1",
      title: "Night shift lead",
    });
    serveTeam([aReviewItem("decision", "Ada Example"), approval]);

    const user = await openConsole("/console", aSession("manager"));
    expect(await link("Night shift lead")).toHaveAttribute("href", "/console/jobs/job-1");
    expect(await link("Ada Example")).toHaveFocus();
    await user.keyboard("{Enter}");

    expect(location.pathname).toBe("/console/candidates/ada-example");
  });

  test("shows one kind when it is asked to, and tells how many there are of each", async () => {
    serveTeam(ITEMS);

    const user = await openConsole("/console", aSession());
    await link("Ada Example");
    const kinds = within(screen.getByRole("navigation", { name: "Kinds" }));
    await user.click(kinds.getByRole("link", { name: "Decisions 2" }));

    await waitFor(() => expect(screen.queryByText("Tomasz Novak")).not.toBeInTheDocument());
    expect(kinds.getByRole("link", { name: "Decisions 2" })).toHaveAttribute("aria-current", "true");
    expect(kinds.getByRole("link", { name: "Requests 1" })).toBeVisible();
  });

  test("is read on by More", async () => {
    serveTeam([]);
    service.use(
      http.get("/qsi/gather/review-queue", ({ query, response }) =>
        response(200).json(
          envelope(
            query.get("cursor") === "next"
              ? aReviewQueue([aReviewItem("decision", "Grace Example")])
              : aReviewQueue([aReviewItem("decision", "Ada Example")], "next"),
          ),
        ),
      ),
    );

    const user = await openConsole("/console", aSession());
    await user.click(await screen.findByRole("button", { name: "More" }));

    expect(await link("Grace Example")).toBeVisible();
    expect(await link("Ada Example")).toBeVisible();
  });

  test("tells that nothing waits, with the focus on its heading", async () => {
    serveTeam([]);

    await openConsole("/console", aSession());

    expect(await screen.findByText("Nothing waits")).toBeVisible();
    expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
  });

  test("keeps scores hidden from people who score first", async () => {
    serveTeam(ITEMS);
    sessionStorage.setItem("console-choice:blind", "yes");

    await openConsole("/console", aSession());

    expect(await link("Grace Example")).not.toHaveTextContent("91");
  });

  test("tells what to do when the service fails, and tries again", async () => {
    serveTeam(ITEMS);
    let isDown = true;
    service.use(
      http.get("/qsi/gather/review-queue", ({ response }) =>
        isDown ? response.untyped(Response.json({}, { status: 404 })) : undefined,
      ),
    );

    const user = await openConsole("/console", aSession());
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("no longer here");
    isDown = false;
    await user.click(within(alert).getByRole("button", { name: "Try again" }));

    expect(await link("Ada Example")).toBeVisible();
  });
});
