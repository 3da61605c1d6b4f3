import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { serveCandidates } from "../../tests/candidates";
import { openConsole } from "../../tests/console";
import { aCandidate, aCandidateInterview, aSession } from "../../tests/records";
import { http, refusal, service } from "../../tests/service";
import { serveTeam } from "../../tests/team";
import { comparableParts } from "./use-takers";

const ADA = aCandidate("Ada", "Example", { tags: ["night shift"], externalId: "A-1", phone: "+14155550123" });
const GRACE = aCandidate("Grace", "Example");
const ADDRESS = "/console/candidates";

const link = (name: string) => screen.findByRole("link", { name });
const button = (name: string) => screen.findByRole("button", { name });

function serve(...interviews: Parameters<typeof serveCandidates>[1] & object) {
  serveTeam([]);
  return serveCandidates([{ ...ADA }, { ...GRACE }], interviews);
}

describe("the candidates", () => {
  test("stand with what is known of them, and lead to their screens", async () => {
    serve();

    await openConsole(ADDRESS, aSession("manager"));

    expect(await link("Ada Example")).toHaveAttribute("href", "/console/candidates/ada-example");
    const row = screen.getByRole("row", { name: /Ada Example/ });
    expect(row).toHaveTextContent("ada@example.com");
    expect(row).toHaveTextContent("night shift");
    expect(row).toHaveTextContent("A-1");
    expect(screen.getByText("2 candidates")).toBeVisible();
  });

  test("are found by a part of a name, which the address keeps", async () => {
    serve();

    const user = await openConsole(ADDRESS, aSession());
    await link("Ada Example");
    await user.type(screen.getByLabelText("Search"), "grace");

    await waitFor(() => expect(screen.queryByText("Ada Example")).not.toBeInTheDocument());
    expect(await link("Grace Example")).toBeVisible();
    expect(location.search).toBe("?search=grace");
  });

  test("are found by a telephone number as people write it", async () => {
    const { asked } = serve();

    const user = await openConsole(ADDRESS, aSession());
    await user.type(await screen.findByLabelText("Search"), "+1 (415) 555-0123{Enter}");

    await waitFor(() => expect(asked.at(-1)?.get("phone")).toBe("+14155550123"));
  });

  test("are narrowed by the filters of the address, and looked for among the archived", async () => {
    const { asked } = serve();

    const user = await openConsole(`${ADDRESS}?search=nobody&tag=driver`, aSession());
    await user.click(await button("Search among archived candidates"));

    await waitFor(() => expect(asked.at(-1)?.get("archived")).toBe("true"));
    expect(asked.at(-1)?.get("tag")).toBe("driver");
    expect(await button("Filters (2 in use)")).toHaveAttribute("aria-expanded", "true");
  });

  test("have no controls for reviewers that would be refused", async () => {
    serve();

    await openConsole(ADDRESS, aSession("reviewer"));

    await link("Ada Example");
    for (const name of ["Add candidate", "Invite", "Edit Ada Example"])
      expect(screen.queryByRole("button", { name })).not.toBeInTheDocument();
    expect(screen.queryByRole("checkbox")).not.toBeInTheDocument();
  });

  test("are chosen and invited together", async () => {
    serve();

    const user = await openConsole(ADDRESS, aSession("manager"));
    await user.click(await screen.findByRole("checkbox", { name: "Choose Ada Example" }));
    await user.click(screen.getByRole("checkbox", { name: "Choose Grace Example" }));
    expect(screen.getByRole("region", { name: "Chosen candidates" })).toHaveTextContent("2 chosen");
    await user.click(await button("Invite"));

    expect(await screen.findByRole("dialog")).toHaveTextContent(/Ada Example and Grace Example/);
  });

  test("tell what to do when the service fails", async () => {
    serve();
    service.use(
      http.get("/qsi/gather/candidates", ({ response }) =>
        response.untyped(Response.json(refusal("FORBIDDEN", "No."), { status: 403 })),
      ),
    );

    await openConsole(ADDRESS, aSession());

    expect(await screen.findByRole("alert")).toHaveTextContent("Your role may not do this.");
  });
});

describe("a candidate", () => {
  test("is added, with the focus in the new row", async () => {
    const { sent } = serve();

    const user = await openConsole(ADDRESS, aSession("manager"));
    await user.click(await button("Add candidate"));
    await user.type(await screen.findByLabelText("First name"), "Ingrid");
    await user.type(screen.getByLabelText("Last name"), "Lund");
    await user.type(screen.getByLabelText("E-mail"), "ingrid@example.org");
    await user.type(screen.getByLabelText("Phone"), "+45 21 34 56 78");
    await user.type(screen.getByLabelText("Tags"), "driver, night shift, driver");
    await user.click(screen.getByRole("button", { name: "Save" }));

    await waitFor(async () => expect(await link("Ingrid Lund")).toHaveFocus());
    expect(sent[0]?.body).toMatchObject({
      firstName: "Ingrid",
      phone: "+4521345678",
      tags: ["driver", "night shift"],
      externalId: null,
    });
  });

  test("is not sent with fields that are wrong; the first of them has the focus", async () => {
    const { sent } = serve();

    const user = await openConsole(ADDRESS, aSession("manager"));
    await user.click(await button("Add candidate"));
    await user.type(await screen.findByLabelText("First name"), "Ingrid");
    await user.type(screen.getByLabelText("E-mail"), "nowhere");
    await user.click(screen.getByRole("button", { name: "Save" }));

    expect(screen.getByLabelText("Last name")).toHaveFocus();
    expect(screen.getByLabelText("E-mail")).toHaveAccessibleDescription(/not an e-mail address/);
    expect(sent).toEqual([]);
  });

  test("who is there already is told before they are added twice", async () => {
    serve();

    const user = await openConsole(ADDRESS, aSession("manager"));
    await user.click(await button("Add candidate"));
    await user.type(await screen.findByLabelText("E-mail"), "ada@example.com");

    const dialog = within(screen.getByRole("dialog"));
    expect(await dialog.findByRole("link", { name: "Ada Example" })).toBeVisible();
  });

  test("is changed where they stand, and only in what was changed", async () => {
    const { sent } = serve();
    service.use(
      http.get("/qsi/gather/candidates/{candidateId}", ({ response }) =>
        response.untyped(Response.json({ data: ADA, meta: {} }, { headers: { etag: '"7"' } })),
      ),
    );

    const user = await openConsole(ADDRESS, aSession("manager"));
    await user.click(await button("Edit Ada Example"));
    await user.type(await screen.findByLabelText("Last name"), "-Smith");
    await user.click(screen.getByRole("button", { name: "Save" }));

    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(sent).toEqual([{ what: 'change "7"', body: { lastName: "Example-Smith" } }]);
  });

  test("whom somebody else has changed is loaded again", async () => {
    serve();
    service.use(
      http.get("/qsi/gather/candidates/{candidateId}", ({ response }) =>
        response.untyped(Response.json({ data: ADA, meta: {} }, { headers: { etag: '"7"' } })),
      ),
      http.patch("/qsi/gather/candidates/{candidateId}", ({ response }) =>
        response.untyped(Response.json(refusal("PRECONDITION_FAILED", "Changed."), { status: 412 })),
      ),
    );

    const user = await openConsole(ADDRESS, aSession("manager"));
    await user.click(await button("Edit Ada Example"));
    await user.type(await screen.findByLabelText("Last name"), "-Smith");
    await user.click(screen.getByRole("button", { name: "Save" }));

    expect(await screen.findByRole("alert")).toHaveTextContent("Somebody else has changed this");
    expect(screen.getByRole("button", { name: "Load again" })).toBeVisible();
  });

  test("is archived by a manager, and erased by administrators alone", async () => {
    serveTeam([], [{ candidate: ADA }]);
    const { sent } = serveCandidates([{ ...ADA }]);

    const user = await openConsole(`${ADDRESS}/ada-example`, aSession("manager"));
    await user.click(await button("Archive"));
    expect(screen.queryByRole("button", { name: "Erase" })).not.toBeInTheDocument();
    const dialog = await screen.findByRole("dialog", { name: "Archive Ada Example?" });
    await user.click(within(dialog).getByRole("button", { name: "Archive now" }));

    await waitFor(() => expect(sent[0]?.what).toBe("archive ada-example"));
  });

  test("is erased after a question that names them, and then the list is shown", async () => {
    serveTeam([], [{ candidate: ADA }]);
    serveCandidates([{ ...GRACE }]);
    let erased = "";
    service.use(
      http.post("/qsi/gather/candidates/{candidateId}/erase", ({ params, response }) => {
        erased = params.candidateId;
        return response.untyped(Response.json({ data: {}, meta: {} }));
      }),
    );

    const user = await openConsole(`${ADDRESS}/ada-example`, aSession("administrator"));
    await user.click(await button("Erase"));
    const dialog = await screen.findByRole("dialog", { name: "Erase Ada Example?" });
    await user.click(within(dialog).getByRole("button", { name: "Erase for good" }));

    expect(await screen.findByRole("heading", { level: 1, name: "Candidates" })).toHaveFocus();
    expect(erased).toBe("ada-example");
  });
});

describe("progress and scores", () => {
  const best = aCandidateInterview(GRACE, { score: 91 });
  const waiting = aCandidateInterview(ADA, {
    status: "invite_sent",
    score: null,
    completedAt: null,
    expiry: new Date(Date.now() + 86_400_000).toISOString(),
  });
  const VIEW = `${ADDRESS}?view=interviews`;

  test("name who took each interview with one request for six", async () => {
    const { asked } = serve(best, waiting);

    await openConsole(VIEW, aSession());

    const row = within(await screen.findByRole("row", { name: /Grace Example/ }));
    expect(row.getByText("Score 91 of 100")).toBeInTheDocument();
    expect(row.getByText("Advanced")).toBeVisible();
    expect(asked.filter((query) => query.has("with"))).toHaveLength(1);
  });

  test("tell who has not begun", async () => {
    const { asked } = serve(best, waiting);

    const user = await openConsole(VIEW, aSession());
    await user.click(await screen.findByRole("button", { name: /Status:/ }));
    await user.click(await screen.findByRole("option", { name: "Not begun" }));

    await waitFor(() => expect(asked.some((query) => query.get("status") === "invite_sent")).toBe(true));
    expect(location.search).toContain("status=invite_sent");
  });

  test("rank by score", async () => {
    const { asked } = serve(best, waiting);

    await openConsole(`${VIEW}&sort=-score`, aSession());

    expect(await screen.findByRole("row", { name: /1\. *Grace Example/ })).toBeVisible();
    expect(asked[0]?.get("sort")).toBe("-score");
  });

  test("lead to a comparison of those who are chosen", async () => {
    serve(best, waiting);

    const user = await openConsole(VIEW, aSession());
    await user.click(await screen.findByRole("checkbox", { name: "Choose Grace Example" }));
    expect(screen.getByText("Choose two to six to compare them.")).toBeVisible();
    await user.click(screen.getByRole("checkbox", { name: "Choose Ada Example" }));

    expect(await link("Compare")).toHaveAttribute("href", `/console/compare?ids=${best.id},${waiting.id}`);
  });

  test("send invites again to those who have not finished", async () => {
    const { sent } = serve(best, waiting);

    const user = await openConsole(VIEW, aSession("manager"));
    await screen.findByRole("row", { name: /Ada Example/ });
    await user.click(screen.getByRole("checkbox", { name: "Choose all that are shown" }));
    await user.click(await button("Send again"));
    await user.click(await button("Send now"));

    expect((await screen.findAllByText("1 invite was sent again."))[0]).toBeInTheDocument();
    expect(sent).toEqual([{ what: `resend ${waiting.id}`, body: null }]);
  });

  test("hide scores from people who score first", async () => {
    serve(best, waiting);
    sessionStorage.setItem("console-choice:blind", "yes");

    await openConsole(`${VIEW}&sort=-score`, aSession());

    expect(await screen.findByRole("row", { name: /Grace Example/ })).not.toHaveTextContent("91");
  });
});

test("interviews are compared in sixes, and none is left over alone", () => {
  const several = Array.from({ length: 13 }, (_, at) => aCandidateInterview(ADA, { id: String(at) }));
  const other = aCandidateInterview(GRACE, { interviewId: "other" });

  expect(comparableParts([...several, other]).map((part) => part.length)).toEqual([5, 5, 3, 1]);
});
