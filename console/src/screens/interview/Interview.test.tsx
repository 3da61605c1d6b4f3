import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { describe, expect, test, vi } from "vitest";
import { openConsole } from "../../tests/console";
import { aTopic, serveInterview } from "../../tests/interviews";
import { aCandidate, aCandidateInterview, aJob, aSession } from "../../tests/records";
import { envelope, http, refusal, service } from "../../tests/service";

const ADDRESS = "/console/interviews/interview";
const WITH_QUESTION = { interview: { questionIds: ["audio-1"] }, topics: [aTopic("Calm", 100)] };

const heading = (name: string) => screen.findByRole("heading", { level: 1, name });
const button = (name: string) => screen.findByRole("button", { name });

/** Fills a new interview by the names that its controls promise. */
async function fillNew(user: Awaited<ReturnType<typeof openConsole>>) {
  await user.type(await screen.findByLabelText("Title"), "Night shift");
  await user.type(screen.getByLabelText("Name shown to candidates"), "Nights at Example");
  await user.click(await button("Add question"));
  await user.type(await screen.findByLabelText("Question"), "How do you stay awake?");
  await user.click(await button("Add topic"));
  await user.type(await screen.findByLabelText("Topic"), "Calm");
  await user.type(screen.getByLabelText("Weight"), "60");
}

describe("a new interview", () => {
  test("is made with its question and its scorecard by one Save", async () => {
    const sent = serveInterview();
    const user = await openConsole("/console/interviews/new", aSession("manager"));
    await fillNew(user);
    await user.click(await button("Save"));

    expect(await heading("Night shift")).toHaveFocus();
    expect(location.pathname).toBe(ADDRESS);
    expect(sent.map(({ what }) => what)).toEqual(["new question", "new interview", "new scorecard"]);
    expect(sent[0]?.body).toMatchObject({
      questionScript: "How do you stay awake?",
      narratorId: "voice-ada",
    });
    expect(sent[1]?.body).toMatchObject({
      title: "Night shift",
      displayName: "Nights at Example",
      interviewType: "standard",
      questionIds: ["new-1"],
    });
    expect(sent[2]?.body).toMatchObject({ topics: [{ topic: "Calm", weight: 60 }] });
  });

  test("is gone on with after a failure, and nothing is made twice", async () => {
    const sent = serveInterview();
    let isDown = true;
    service.use(
      http.post("/qsi/gather/interviews/{interviewId}/score-card-template", ({ response }) =>
        isDown ? response.untyped(HttpResponse.json(refusal("X", "down"), { status: 500 })) : undefined,
      ),
    );
    const user = await openConsole("/console/interviews/new", aSession("manager"));
    await fillNew(user);
    await user.click(await button("Save"));

    expect(await screen.findByText(/its questions are saved, the scorecard is not/)).toBeVisible();
    isDown = false;
    await user.click(await button("Save"));

    await heading("Night shift");
    expect(sent.map(({ what }) => what)).toEqual(["new question", "new interview", "new scorecard"]);
  });

  test("says what is missing, at the first field of it", async () => {
    const sent = serveInterview();
    const user = await openConsole("/console/interviews/new", aSession("manager"));
    await user.click(await button("Save"));

    await waitFor(() => expect(screen.getByLabelText("Title")).toHaveFocus());
    expect(screen.getByLabelText("Title")).toHaveAccessibleDescription("Give the interview a title.");
    expect(sent).toEqual([]);
  });

  test("begins with the text of a job, and becomes the job's interview", async () => {
    const sent = serveInterview();
    service.use(
      http.get("/qsi/gather/jobs/{id}", ({ response }) =>
        response(200).json(envelope({ job: aJob("Packer", { id: "job-1", description: "You pack." }) })),
      ),
    );
    const user = await openConsole("/console/interviews/new?job=job-1", aSession("manager"));
    expect(await screen.findByLabelText("Title")).toHaveValue("Packer");
    await user.click(await button("Suggest topics"));

    await waitFor(() => expect(screen.getAllByLabelText("Topic")).toHaveLength(2));
    await user.click(await button("Save"));
    await waitFor(() => expect(sent.at(-1)).toEqual({ what: "job", body: { interviewId: "interview" } }));
    expect(sent[0]).toMatchObject({ what: "suggest", body: { jobDescriptionText: "You pack." } });
  });

  test("of a conversation is asked by the team's interviewer", async () => {
    const sent = serveInterview();
    const user = await openConsole("/console/interviews/new", aSession("manager"));
    await user.click(await screen.findByRole("radio", { name: /AI conversation/ }));
    await fillNew(user);
    await user.click(await button("Save"));

    await heading("Night shift");
    expect(sent[0]?.what).toBe("new AI question");
    expect(sent[1]?.body).toMatchObject({
      interviewType: "ai_interviewer",
      aiTextQuestionIds: ["ai-1"],
      aiConfiguration: { replicaId: "replica-robin", askFollowUpQuestions: true },
    });
  });

  test("is refused to reviewers, of whom nothing is asked", async () => {
    await openConsole("/console/interviews/new", aSession("reviewer"));

    await heading("New interview");
    expect(screen.getByText("Your role may not use this screen")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Save" })).not.toBeInTheDocument();
  });
});

describe("a stored interview", () => {
  test("is changed by what differs alone", async () => {
    const sent = serveInterview(WITH_QUESTION);
    const user = await openConsole(ADDRESS, aSession("manager"));
    await user.clear(await screen.findByLabelText("Title"));
    await user.type(screen.getByLabelText("Title"), "Calls");
    await user.click(await button("Save"));

    expect(await heading("Calls")).toBeVisible();
    expect(sent).toEqual([{ what: 'interview "1"', body: { title: "Calls" } }]);
  });

  test("asks a question that is added, also when the first attempt fails half way", async () => {
    const sent = serveInterview(WITH_QUESTION);
    let isDown = true;
    service.use(
      http.patch("/qsi/gather/interviews/{interviewId}", ({ response }) =>
        isDown ? response.untyped(HttpResponse.json(refusal("X", "down"), { status: 500 })) : undefined,
      ),
    );
    const user = await openConsole(ADDRESS, aSession("manager"));
    await user.click(await button("Add question"));
    await user.type(screen.getAllByLabelText("Question")[1] ?? document.body, "Why us?");
    await user.click(await button("Save"));
    expect(await screen.findByText("The service has a problem.")).toBeVisible();
    isDown = false;
    await user.click(await button("Save"));

    await waitFor(() => expect(sent.at(-1)?.body).toEqual({ questionIds: ["audio-1", "new-1"] }));
    expect(sent).toHaveLength(2);
  });

  test("keeps a question's words for other interviews, unless the change is for all", async () => {
    const sent = serveInterview(WITH_QUESTION);
    const user = await openConsole(ADDRESS, aSession("manager"));
    await user.type(await screen.findByLabelText("Question"), " And then?");
    await user.click(await button("Save"));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[0]?.what).toBe("new question");
    expect(sent[1]?.body).toEqual({ questionIds: ["new-1"] });

    await user.type(screen.getByLabelText("Question"), " Why?");
    await user.click(screen.getByRole("checkbox", { name: "Change it in every interview that asks it" }));
    await user.click(await button("Save"));
    await waitFor(() => expect(sent[2]?.what).toBe("question new-1"));
    expect(sent[2]).toMatchObject({
      what: "question new-1",
      body: { questionScript: "How do you stay calm? And then? Why?" },
    });
  });

  test("that others have changed is kept as the person has it when they say so", async () => {
    const sent = serveInterview(WITH_QUESTION);
    let isOther = true;
    service.use(
      http.patch("/qsi/gather/interviews/{interviewId}", ({ response }) =>
        isOther
          ? response.untyped(HttpResponse.json(refusal("PRECONDITION_FAILED", "changed"), { status: 412 }))
          : undefined,
      ),
    );
    const user = await openConsole(ADDRESS, aSession("manager"));
    await user.type(await screen.findByLabelText("Title"), "!");
    await user.click(await button("Save"));
    expect(await screen.findByText("Somebody else has changed this interview meanwhile.")).toBeVisible();
    isOther = false;
    await user.click(await button("Keep my changes"));

    expect(await heading("Support interview!")).toBeVisible();
    expect(sent).toHaveLength(1);
  });

  test("keeps what is not saved for the tab, and asks before it is left", async () => {
    serveInterview(WITH_QUESTION);
    const user = await openConsole(ADDRESS, aSession("manager"));
    await user.type(await screen.findByLabelText("Title"), "!");
    await user.click(screen.getByRole("link", { name: "Jobs" }));

    const dialog = await screen.findByRole("dialog", { name: "Leave without saving?" });
    await user.click(within(dialog).getByRole("button", { name: "Leave, keep them in this tab" }));
    await heading("Jobs");
    history.back();

    expect(await screen.findByText("These changes were not saved the last time.")).toBeVisible();
    expect(screen.getByLabelText("Title")).toHaveValue("Support interview!");
    await user.click(await button("Discard changes"));
    expect(screen.getByLabelText("Title")).toHaveValue("Support interview");
  });

  test("asks questions of the library, in another order by keys, and without one that is removed", async () => {
    const sent = serveInterview(WITH_QUESTION);
    const user = await openConsole(ADDRESS, aSession("manager"));
    await user.click(await button("Choose from the library"));
    await user.click(await screen.findByRole("checkbox", { name: "Why us?" }));
    await user.click(await button("Ask 1 of them"));
    await waitFor(() => expect(screen.getAllByLabelText("Question")).toHaveLength(2));

    await user.click(screen.getAllByLabelText("Question")[1] ?? document.body);
    await user.keyboard("{Alt>}{ArrowUp}{/Alt}");
    expect(screen.getAllByLabelText("Question")[0]).toHaveValue("Why us?");
    expect(screen.getAllByLabelText("Question")[0]).toHaveFocus();
    await user.click(await button("Save"));
    await waitFor(() => expect(sent[0]?.body).toEqual({ questionIds: ["audio-9", "audio-1"] }));

    await user.click(await button("Remove Question 2"));
    expect(screen.getByLabelText("Question")).toHaveFocus();
    await user.click(await button("Save"));
    await waitFor(() => expect(sent[1]?.body).toEqual({ questionIds: ["audio-9"] }));
  });

  test("is tried as a candidate whom nobody writes to", async () => {
    serveInterview(WITH_QUESTION);
    const bodies: unknown[] = [];
    const rita = aCandidate("Rita", "Reviewer");
    service.use(
      http.get("/qsi/gather/candidates", ({ response }) =>
        response(200).json(envelope({ candidates: [], pagination: null })),
      ),
      http.post("/qsi/gather/candidates", async ({ request, response }) => {
        bodies.push(await request.json());
        return response(201).json(envelope(rita));
      }),
      http.post("/qsi/gather/candidate-interviews", async ({ request, response }) => {
        bodies.push(await request.json());
        return response(201).json(envelope(aCandidateInterview(rita)));
      }),
    );
    vi.spyOn(window, "open").mockReturnValue(null);
    const user = await openConsole(ADDRESS, aSession("manager"));
    await user.click(await button("Try as a candidate"));

    const link = await screen.findByRole("link", { name: "Open the candidate's page" });
    expect(link).toHaveAttribute("href", `${location.origin}/i/invite`);
    expect(bodies[0]).toMatchObject({ firstName: "Rita", tags: ["preview"] });
    expect(bodies[1]).toMatchObject({ sendInvite: false, interviewId: "interview" });
  });

  test("is read by reviewers, who see nothing that would be refused", async () => {
    serveInterview(WITH_QUESTION);
    await openConsole(ADDRESS, aSession("reviewer"));

    await heading("Support interview");
    expect(await screen.findByText("How do you stay calm?")).toBeVisible();
    expect(screen.getByText("Weight 100")).toBeVisible();
    for (const name of ["Save", "Invite", "Archive", "Copy", "Add question", "Try as a candidate"]) {
      expect(screen.queryByRole("button", { name })).not.toBeInTheDocument();
    }
  });

  test("says so when it is not there", async () => {
    serveInterview();
    service.use(
      http.get("/qsi/gather/interviews/{interviewId}", ({ response }) =>
        response.untyped(HttpResponse.json(refusal("NOT_FOUND", "none"), { status: 404 })),
      ),
    );
    await openConsole(ADDRESS, aSession("manager"));

    expect(await heading("This interview is not here")).toBeVisible();
  });
});
