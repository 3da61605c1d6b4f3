import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { describe, expect, test, vi } from "vitest";
import { openConsole } from "../../tests/console";
import {
  aCandidate,
  aCandidateInterview,
  aResponse,
  aReviewItem,
  aSession,
  aTopicScore,
  theResults,
} from "../../tests/records";
import { envelope, http, refusal, service } from "../../tests/service";
import { serveTeam } from "../../tests/team";

const ADA = aCandidate("Ada", "Example");
const GRACE = aCandidate("Grace", "Example");
const ADDRESS = "/console/candidates/ada-example";

const heading = (name: string) => screen.findByRole("heading", { level: 1, name });

describe("a reviewer at the keyboard", () => {
  test("comes from the queue to a stored decision in four keys besides the reason, and on to the next", async () => {
    const sent = serveTeam(
      [aReviewItem("decision", "Ada Example"), aReviewItem("decision", "Grace Example")],
      [{ candidate: ADA }, { candidate: GRACE }],
    );

    const user = await openConsole("/console", aSession());
    await screen.findByRole("link", { name: /Ada Example/ });
    await user.keyboard("{Enter}");
    expect(await heading("Ada Example")).toHaveFocus();
    await screen.findByRole("button", { name: "Advance" });

    await user.keyboard("a");
    expect(screen.getByLabelText("Reason")).toHaveFocus();
    await user.keyboard("Calm and clear.{Control>}{Enter}{/Control}");

    const next = await screen.findByRole("link", { name: "Next in the queue: Grace Example" });
    expect(next).toHaveFocus();
    expect(screen.getByRole("status")).toHaveTextContent("Stored: Advanced.");
    expect(sent).toEqual([
      { what: "decision", body: { decision: "advance", reason: "Calm and clear.", notify: false } },
    ]);

    await user.keyboard("{Enter}");
    expect(await heading("Grace Example")).toHaveFocus();
  });

  test("who holds the key of a decision down writes nothing with it", async () => {
    serveTeam([], [{ candidate: ADA }]);
    const user = await openConsole(ADDRESS, aSession());
    await screen.findByRole("button", { name: "Advance" });
    await user.keyboard("a");

    const isWritten = fireEvent.keyDown(screen.getByLabelText("Reason"), {
      code: "KeyA",
      key: "a",
      repeat: true,
    });

    expect(isWritten).toBe(false);
  });

  test("who presses a button twice in one go sees the comment once", async () => {
    serveTeam([], [{ candidate: ADA }]);
    const comment = {
      id: "one",
      userId: "user-rita",
      createdAt: "2026-03-02T01:00:00.000Z",
      text: "Well said",
    };
    service.use(
      http.post("/qsi/gather/candidate-interviews/{candidateInterviewId}/comments", ({ response }) =>
        response(201).json(envelope({ comment })),
      ),
    );
    const user = await openConsole(ADDRESS, aSession());
    await user.type(await screen.findByLabelText("Comment"), "Well said");

    const button = screen.getByRole("button", { name: "Add comment" });
    act(() => {
      button.click();
      button.click();
    });

    await waitFor(() => expect(screen.getByLabelText("Comment")).toHaveValue(""));
    await waitFor(() => expect(button).not.toHaveAttribute("aria-disabled", "true"));
    expect(screen.getAllByText("Well said")).toHaveLength(1);
  });

  test("who confirms what an input method proposes stores nothing yet", async () => {
    const sent = serveTeam([], [{ candidate: ADA }]);
    const user = await openConsole(ADDRESS, aSession());
    await screen.findByRole("button", { name: "Advance" });
    await user.keyboard("a");
    await user.keyboard("Calm");

    const reason = screen.getByLabelText("Reason");
    fireEvent.keyDown(reason, { key: "Enter", ctrlKey: true, isComposing: true });
    await user.keyboard(" and clear.{Control>}{Enter}{/Control}");

    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ reason: "Calm and clear." });
  });

  test("is told the keys of the controls, and finds them in a list", async () => {
    serveTeam([], [{ candidate: ADA }]);

    const user = await openConsole(ADDRESS, aSession());
    expect(await screen.findByRole("button", { name: "Advance" })).toHaveAttribute("aria-keyshortcuts", "a");
    expect(screen.getByRole("button", { name: "Hold" })).toHaveAttribute("aria-keyshortcuts", "h");
    expect(screen.getByRole("button", { name: "Reject" })).toHaveAttribute("aria-keyshortcuts", "r");
    await user.keyboard("?");

    const list = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
    expect(within(list).getByText("Store decision")).toBeVisible();
  });

  test("decides nothing by letters that are written or turned off", async () => {
    serveTeam([], [{ candidate: ADA }]);

    const user = await openConsole(ADDRESS, aSession());
    await user.type(await screen.findByLabelText("Comment"), "ahr");
    expect(screen.queryByLabelText("Reason")).not.toBeInTheDocument();

    await user.click(screen.getByRole("heading", { level: 1 }));
    await user.keyboard("?");
    await user.click(await screen.findByRole("switch", { name: "Use single keys" }));
    await user.keyboard("{Escape}");
    await user.keyboard("a");
    expect(screen.queryByLabelText("Reason")).not.toBeInTheDocument();
  });
});

describe("a decision", () => {
  test("is not stored without a reason", async () => {
    const sent = serveTeam([], [{ candidate: ADA }]);

    const user = await openConsole(ADDRESS, aSession());
    await user.click(await screen.findByRole("button", { name: "Reject" }));
    await user.click(screen.getByRole("button", { name: "Store decision" }));

    expect(screen.getByLabelText("Reason")).toHaveFocus();
    expect(screen.getByLabelText("Reason")).toHaveAccessibleDescription(/Say why\./);
    expect(sent).toEqual([]);
  });

  test("tells the candidate when the reviewer wishes it, but never of a hold", async () => {
    const sent = serveTeam([], [{ candidate: ADA }]);

    const user = await openConsole(ADDRESS, aSession());
    await user.click(await screen.findByRole("button", { name: "Reject" }));
    await user.click(screen.getByRole("checkbox", { name: "Tell the candidate" }));
    await user.click(screen.getByRole("button", { name: "Hold" }));
    expect(screen.queryByRole("checkbox", { name: "Tell the candidate" })).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Reject" }));
    await user.type(screen.getByLabelText("Reason"), "No night shifts.");
    await user.click(screen.getByRole("button", { name: "Store decision" }));

    expect(await screen.findByRole("link", { name: /The queue is empty/ })).toHaveFocus();
    expect(sent[0]?.body).toEqual({ decision: "reject", reason: "No night shifts.", notify: true });
  });

  test("that the service refuses keeps the reason and says why", async () => {
    serveTeam([], [{ candidate: ADA }]);
    service.use(
      http.post("/qsi/gather/candidate-interviews/{candidateInterviewId}/decision", ({ response }) =>
        response.untyped(Response.json(refusal("CONFLICT", "The enrollment is stopped."), { status: 409 })),
      ),
    );

    const user = await openConsole(ADDRESS, aSession());
    await user.click(await screen.findByRole("button", { name: "Advance" }));
    await user.keyboard("Good.{Control>}{Enter}{/Control}");

    expect(await screen.findByRole("alert")).toHaveTextContent("The enrollment is stopped.");
    expect(screen.getByLabelText("Reason")).toHaveValue("Good.");
  });

  test("stands among the decisions so far, with who decided", async () => {
    serveTeam([], [{ candidate: ADA }]);

    const user = await openConsole(ADDRESS, aSession());
    await user.click(await screen.findByRole("button", { name: "Hold" }));
    await user.keyboard("Wait for the second interview.{Control>}{Enter}{/Control}");

    expect(await screen.findByText("Wait for the second interview.")).toBeVisible();
    expect(screen.getByText("You")).toBeVisible();
    expect(screen.getByRole("link", { name: /The queue is empty/ })).toHaveFocus();

    await user.click(screen.getByRole("button", { name: "Decide again" }));
    expect(screen.getByRole("button", { name: "Advance" })).toHaveFocus();
    await user.keyboard("a");
    expect(screen.getByLabelText("Reason")).toHaveValue("");
  });

  test("before the interview is complete can only be a rejection", async () => {
    const interview = aCandidateInterview(ADA, { status: "invite_sent", completedAt: null });
    serveTeam([], [{ candidate: ADA, interview }]);

    await openConsole(ADDRESS, aSession());

    expect(await screen.findByRole("button", { name: "Reject" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Advance" })).not.toBeInTheDocument();
  });
});

describe("evidence", () => {
  const interview = aCandidateInterview(ADA);
  const spoken = "I listen. 🎧 Then I answer.";
  const place = { questionId: "question", turnId: null, start: 12, end: 26, seconds: 4.5 };
  const results = theResults(interview, {
    scoreCard: {
      overallScore: 80,
      overallExplanation: "",
      evaluationType: "ai_generated",
      topicScores: [aTopicScore("Calm", 80, { evidence: ["Then I answer."], evidencePlaces: [place] })],
    },
    responses: [
      aResponse("How do you stay calm?", spoken, {
        audioUrl: "https://service.example.com/media/1",
        audioSeconds: 9,
      }),
    ],
  });

  test("is marked where it was said, counted in code points", async () => {
    serveTeam([], [{ candidate: ADA, interview, results }]);

    await openConsole(ADDRESS, aSession());

    const mark = await screen.findByText("Then I answer.", { selector: "mark" });
    expect(mark).toBeVisible();
  });

  test("plays the voice from its second", async () => {
    serveTeam([], [{ candidate: ADA, interview, results }]);
    const play = vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();

    const user = await openConsole(ADDRESS, aSession());
    await user.click(await screen.findByRole("button", { name: /Play from 0:04/ }));

    expect(document.querySelector("audio")?.currentTime).toBe(4.5);
    expect(play).toHaveBeenCalledOnce();
    expect(screen.getByText("Then I answer.", { selector: "mark" })).toHaveAttribute("data-shown");
    expect(screen.getByRole("status")).toHaveTextContent("Playing from 0:04.");
  });

  test("keeps the address of a recording while the results are read again", async () => {
    serveTeam([], [{ candidate: ADA, interview, results }]);
    let reading = 0;
    service.use(
      http.get("/qsi/gather/candidate-interviews/{candidateInterviewId}/results", ({ response }) => {
        reading += 1;
        const [first] = results.responses;
        const again = { ...first, audioUrl: `https://service.example.com/media/${reading}` };
        return response.untyped(Response.json({ data: { ...results, responses: [again] }, meta: {} }));
      }),
      http.post("/qsi/gather/candidate-interviews/{candidateInterviewId}/share-link", ({ response }) =>
        response(201).json(
          envelope({ shareLink: "https://service.example.com/share/1", expiresAt: "2026-04-01" }),
        ),
      ),
    );

    const user = await openConsole(ADDRESS, aSession());
    await user.click(await screen.findByRole("button", { name: "Make a link" }));
    await waitFor(() => expect(reading).toBe(2));
    await screen.findByRole("button", { name: "Make a link" });

    expect(document.querySelector("audio")).toHaveAttribute("src", "https://service.example.com/media/1");
  });
});

describe("scores", () => {
  test("are corrected with a reason, and what was before stands beside them", async () => {
    const sent = serveTeam([], [{ candidate: ADA }]);

    const user = await openConsole(ADDRESS, aSession());
    await user.click(await screen.findByRole("button", { name: "Correct the score of Calm" }));
    const score = screen.getByLabelText("Score");
    expect(score).toHaveFocus();
    await user.clear(score);
    await user.type(score, "35");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(screen.getByLabelText("Why this score")).toHaveAccessibleDescription("Say why.");
    await user.type(screen.getByLabelText("Why this score"), "Loud in the second answer.");
    await user.click(screen.getByRole("button", { name: "Save" }));

    expect(await screen.findByText("Scored by You, before 80")).toBeVisible();
    expect(sent[0]?.body).toEqual({
      topicScores: [{ topic: "Calm", score: 35, reason: "Loud in the second answer." }],
    });
  });

  test("of the machine are hidden from whoever wishes it until every own score is given", async () => {
    const sent = serveTeam([], [{ candidate: ADA }]);

    const user = await openConsole(ADDRESS, aSession());
    await user.click(await screen.findByRole("switch", { name: "Hide scores until I have scored" }));
    expect(screen.queryByText("Why Calm is so.")).not.toBeInTheDocument();
    expect(screen.queryByText("Calm with customers.")).not.toBeInTheDocument();
    expect(screen.queryByText("Score 70 of 100")).not.toBeInTheDocument();

    const calm = within(screen.getByRole("group", { name: "Calm" }));
    await user.type(calm.getByLabelText("Score"), "40");
    await user.type(calm.getByLabelText("Why this score"), "Rather loud.");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(sent).toEqual([]);

    const teamwork = within(screen.getByRole("group", { name: "Teamwork" }));
    await user.type(teamwork.getByLabelText("Score"), "90");
    await user.type(teamwork.getByLabelText("Why this score"), "Shares the work.");
    await user.click(screen.getByRole("button", { name: "Save" }));

    expect(await screen.findByText("Scored by You, before 80")).toBeVisible();
    expect(screen.getByText("Scored by You, before 60")).toBeVisible();
    expect(screen.getByRole("heading", { name: "Scorecard" })).toHaveFocus();
  });
});

describe("the candidate's screen", () => {
  test("has their name as its heading and the window's title", async () => {
    serveTeam([], [{ candidate: ADA }]);

    await openConsole(ADDRESS, aSession());

    expect(await heading("Ada Example")).toBeVisible();
    await waitFor(() => expect(document.title).toBe("Ada Example · Console"));
    expect(screen.getByRole("link", { name: "ada@example.com" })).toHaveAttribute(
      "href",
      "mailto:ada@example.com",
    );
  });

  test("makes no link of an address that would run a script", async () => {
    const candidate = { ...ADA, linkedInURL: "javascript:alert(1)" };
    serveTeam([], [{ candidate }]);

    await openConsole(ADDRESS, aSession());
    await heading("Ada Example");

    expect(screen.queryByRole("link", { name: "LinkedIn" })).not.toBeInTheDocument();
  });

  test("says so when there is no such candidate", async () => {
    serveTeam([], []);

    await openConsole(ADDRESS, aSession());

    expect(await heading("This candidate is not here")).toBeVisible();
  });

  test("takes comments of colleagues", async () => {
    const sent = serveTeam([], [{ candidate: ADA }]);

    const user = await openConsole(ADDRESS, aSession());
    await user.type(await screen.findByLabelText("Comment"), "Ask for the licence.");
    await user.click(screen.getByRole("button", { name: "Add comment" }));

    expect(await screen.findByText("Ask for the licence.")).toBeVisible();
    expect(screen.getByLabelText("Comment")).toHaveValue("");
    expect(sent).toEqual([{ what: "comment", body: { text: "Ask for the licence." } }]);
  });

  test("counts a comment once that is sent again because no answer came", async () => {
    serveTeam([], [{ candidate: ADA }]);
    const keys: (string | null)[] = [];
    let hasFailed = false;
    service.use(
      http.untyped.post("*/comments", ({ request }) => {
        keys.push(request.headers.get("idempotency-key"));
        if (hasFailed) return undefined;
        hasFailed = true;
        return HttpResponse.error();
      }),
    );

    const user = await openConsole(ADDRESS, aSession());
    await user.type(await screen.findByLabelText("Comment"), "Ask for the licence.");
    await user.click(screen.getByRole("button", { name: "Add comment" }));
    await screen.findByRole("alert");
    await user.click(screen.getByRole("button", { name: "Add comment" }));
    await screen.findByText("Ask for the licence.", { selector: ":not(textarea)" });
    await user.type(screen.getByLabelText("Comment"), "Ask for the licence.");
    await user.click(screen.getByRole("button", { name: "Add comment" }));

    await waitFor(() => expect(keys).toHaveLength(3));
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[1]);
  });

  test("shows what the candidate asks for, which managers answer", async () => {
    const request = {
      id: "request",
      kind: "question" as const,
      status: "open" as const,
      text: "Is there a canteen?",
      reply: null,
      createdAt: "2026-03-01T10:00:00.000Z",
      doneAt: null,
    };
    const sent = serveTeam([], [{ candidate: ADA, requests: [request] }]);

    const user = await openConsole(ADDRESS, aSession("manager"));
    expect(await screen.findByText("Is there a canteen?")).toBeVisible();
    await user.type(screen.getByLabelText("Reply"), "Yes, at noon.");
    await user.click(screen.getByRole("button", { name: "Answer" }));

    await waitFor(() => expect(screen.queryByLabelText("Reply")).not.toBeInTheDocument());
    expect(sent).toEqual([{ what: "answer", body: { status: "done", reply: "Yes, at noon." } }]);
  });

  test("gives more time without answering the request", async () => {
    const request = {
      id: "request",
      kind: "more_time" as const,
      status: "open" as const,
      text: null,
      reply: null,
      createdAt: "2026-03-01T10:00:00.000Z",
      doneAt: null,
    };
    const interview = aCandidateInterview(ADA, { status: "invite_sent", completedAt: null });
    const sent = serveTeam([], [{ candidate: ADA, interview, requests: [request] }]);
    let expiry = "";
    service.use(
      http.patch(
        "/qsi/gather/candidate-interviews/{candidateInterviewId}",
        async ({ request: asked, response }) => {
          ({ expiry } = await asked.json());
          return response(200).json(envelope({ ...interview, expiry }));
        },
      ),
    );

    const user = await openConsole(ADDRESS, aSession("manager"));
    await user.click(await screen.findByRole("button", { name: "Extend the invite" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Extend the invite" }));
    await user.click(dialog.getByRole("button", { name: "Save" }));

    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(Date.parse(expiry)).toBeGreaterThan(Date.now());
    expect(sent).toEqual([]);
  });

  test("runs a failed evaluation again", async () => {
    const interview = aCandidateInterview(ADA);
    const results = theResults(interview, {
      summaryStatus: "error",
      summary: null,
      score: null,
      scoreCard: null,
    });
    serveTeam([], [{ candidate: ADA, interview, results }]);
    let isAsked = false;
    service.use(
      http.post("/qsi/gather/candidate-interviews/{candidateInterviewId}/evaluate", ({ response }) => {
        isAsked = true;
        const data = { candidateInterviewId: interview.id, summaryStatus: "processing" as const };
        return response(200).json(envelope(data));
      }),
    );

    const user = await openConsole(ADDRESS, aSession());
    await user.click(await screen.findByRole("button", { name: "Evaluate again" }));

    await waitFor(() => expect(isAsked).toBe(true));
  });

  test("offers the candidate's interviews side by side, and begins with the one that was completed", async () => {
    const first = aCandidateInterview(ADA);
    serveTeam([], [{ candidate: ADA, interview: first }]);
    const second = aCandidateInterview(ADA, { id: "second", completedAt: null, status: "invite_sent" });
    service.use(
      http.get("/qsi/gather/candidate-interviews", ({ response }) =>
        response(200).json(envelope([second, first])),
      ),
    );

    await openConsole(ADDRESS, aSession());

    const tabs = await screen.findAllByRole("tab");
    expect(tabs.map((tab) => tab.getAttribute("aria-selected"))).toEqual(["false", "true"]);
  });

  test("keeps what was stored while the interview of the next step comes", async () => {
    const first = aCandidateInterview(ADA);
    serveTeam([], [{ candidate: ADA, interview: first }]);
    const next = aCandidateInterview(ADA, { id: "next", completedAt: null, status: "invite_sent" });
    const user = await openConsole(ADDRESS, aSession());
    await user.click(await screen.findByRole("button", { name: "Advance" }));
    service.use(
      http.get("/qsi/gather/candidate-interviews", ({ response }) =>
        response(200).json(envelope([next, first])),
      ),
    );

    await user.type(screen.getByLabelText("Reason"), "Calm and clear.");
    await user.click(screen.getByRole("button", { name: "Store decision" }));

    await waitFor(() => expect(screen.getAllByRole("tab")).toHaveLength(2));
    expect(screen.getByRole("status")).toHaveTextContent("Stored: Advanced.");
    expect(screen.getByRole("button", { name: "Decide again" })).toBeVisible();
  });

  test("is hired by the status of the interview", async () => {
    const interview = aCandidateInterview(ADA);
    serveTeam([], [{ candidate: ADA, interview }]);
    let body: unknown;
    service.use(
      http.patch(
        "/qsi/gather/candidate-interviews/{candidateInterviewId}/status",
        async ({ request, response }) => {
          body = await request.json();
          return response(200).json(envelope({ ...interview, status: "hired" }));
        },
      ),
    );

    const user = await openConsole(ADDRESS, aSession());
    await user.selectOptions(await screen.findByLabelText("Status"), "Hired");

    await waitFor(() => expect(body).toEqual({ status: "hired" }));
    expect(screen.getByRole("status")).toHaveTextContent("Hired");
  });
});
