import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { openConsole } from "../../tests/console";
import { aCandidate, aCandidateInterview, aSession, aTopicScore, theResults } from "../../tests/records";
import { envelope, http, META, refusal, service } from "../../tests/service";
import { serveTeam } from "../../tests/team";
import type { CandidateInterview } from "../../service/records";

const ONE = "/qsi/gather/candidate-interviews/{candidateInterviewId}";
const ADA = aCandidate("Ada", "Lovelace");
const GRACE = aCandidate("Grace", "Hopper");
const INTERVIEWS = [ADA, GRACE].map((candidate) => aCandidateInterview(candidate));
const ADDRESS = "/console/compare?ids=interview-of-ada-lovelace,interview-of-grace-hopper";

function resultsOf(interview: CandidateInterview, calm: number, teamwork: number) {
  const topicScores = [
    aTopicScore("Calm", calm, { weight: 60, evidence: ["I listened first."] }),
    aTopicScore("Teamwork", teamwork, { weight: 40 }),
  ];
  const card = { evaluationType: "ai_generated" as const, overallExplanation: "", overallScore: calm };
  return theResults(interview, { score: calm, scoreCard: { ...card, topicScores } });
}

function serveComparison() {
  const sent = serveTeam(
    [],
    [
      { candidate: ADA, results: resultsOf(INTERVIEWS[0] ?? aCandidateInterview(ADA), 80, 90) },
      { candidate: GRACE, results: resultsOf(INTERVIEWS[1] ?? aCandidateInterview(GRACE), 70, 30) },
    ],
  );
  service.use(
    http.get(ONE, ({ params, response }) => {
      const found = INTERVIEWS.find(({ id }) => id === params.candidateInterviewId);
      return found === undefined
        ? response.untyped(Response.json(refusal("NOT_FOUND", "Nobody."), { status: 404 }))
        : response(200).json(envelope(found));
    }),
    http.get(`${ONE}/comparison`, ({ response }) =>
      response(200).json(
        envelope({
          comparison: {
            topics: [
              { topic: "Calm", weight: 60 },
              { topic: "Teamwork", weight: 40 },
            ],
            candidates: [ADA, GRACE].map(({ id, firstName, lastName }) => ({
              candidateInterviewId: `interview-of-${id}`,
              candidateId: id,
              firstName,
              lastName,
              score: 70,
              topicScores: [],
              decision: null,
            })),
          },
        }),
      ),
    ),
    http.get("/qsi/gather/candidate-interviews", ({ response }) =>
      response(200).json({ ...envelope([]), meta: { ...META, nextCursor: null } }),
    ),
  );
  return sent;
}

describe("the comparison", () => {
  let sent: ReturnType<typeof serveComparison>;
  beforeEach(() => {
    sent = serveComparison();
  });

  test("is a table with names, topics and scores", async () => {
    await openConsole(ADDRESS, aSession());

    const table = await screen.findByRole("table", { name: "Compare" });
    expect(within(table).getByRole("columnheader", { name: /Ada Lovelace/ })).toBeVisible();
    const teamwork = await within(table).findByRole("row", { name: /Teamwork/ });
    const cells = within(teamwork).getAllByRole("cell");
    expect(cells[0]).toHaveTextContent("90");
    expect(cells[1]).toHaveTextContent("30");
    expect(screen.getByRole("link", { name: "Ada Lovelace" })).toHaveAttribute(
      "href",
      "/console/candidates/ada-lovelace?interview=interview-of-ada-lovelace",
    );
  });

  test("begins with the topic that differs most, or weighs most when that is asked for", async () => {
    const user = await openConsole(ADDRESS, aSession());
    const table = await screen.findByRole("table", { name: "Compare" });
    await within(table).findByRole("row", { name: /Teamwork/ });
    const topics = () =>
      within(table)
        .getAllByRole("rowheader")
        .map(({ textContent }) => textContent);
    expect(topics()[1]).toContain("Teamwork");

    await user.click(screen.getByRole("link", { name: "Greatest weight first" }));

    expect(topics()[1]).toContain("Calm");
    expect(location.search).toContain("order=weight");
  });

  test("opens the words that a score rests on", async () => {
    const user = await openConsole(ADDRESS, aSession());
    await user.click(await screen.findByRole("button", { name: "Why Ada Lovelace has this score in Calm" }));

    expect(screen.getAllByText("I listened first.")[0]).toBeVisible();
    expect(screen.getAllByText("I listened first.")[1]).not.toBeVisible();
  });

  test("takes decisions", async () => {
    const user = await openConsole(ADDRESS, aSession());
    await user.click(await screen.findByRole("button", { name: "Decide about Grace Hopper" }));
    await user.click(await screen.findByRole("button", { name: /Hold/ }));
    await user.keyboard("Ask for a second talk.{Control>}{Enter}{/Control}");

    await waitFor(() =>
      expect(sent).toEqual([
        { what: "decision", body: { decision: "hold", reason: "Ask for a second talk.", notify: false } },
      ]),
    );
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  test("takes decisions by the keys that the dialog shows, and by none of the screen beneath", async () => {
    const user = await openConsole(ADDRESS, aSession());
    await user.click(await screen.findByRole("button", { name: "Decide about Grace Hopper" }));
    expect(await screen.findByRole("button", { name: /Advance/ })).toHaveFocus();
    await user.keyboard("?");
    await user.keyboard("h");

    expect(screen.getByLabelText("Reason")).toHaveFocus();
    expect(screen.getByLabelText("Reason")).toHaveValue("");
    expect(screen.getByRole("dialog")).toHaveAccessibleName("Decide about Grace Hopper");
  });

  test("shows the others when somebody is not here", async () => {
    await openConsole(`${ADDRESS},gone`, aSession());

    expect(await screen.findByText(/1 of them is not here/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Ada Lovelace" })).toBeVisible();
  });

  test("hides scores from people who score first", async () => {
    sessionStorage.setItem("console-choice:blind", "yes");

    await openConsole(ADDRESS, aSession());

    const table = await screen.findByRole("table", { name: "Compare" });
    const teamwork = await within(table).findByRole("row", { name: /Teamwork/ });
    expect(teamwork).not.toHaveTextContent("90");
    expect(teamwork).toHaveTextContent("Hidden");
  });

  test("says what to do where nobody is named", async () => {
    await openConsole("/console/compare", aSession());

    expect(await screen.findByText("Nobody to compare")).toBeVisible();
  });
});
