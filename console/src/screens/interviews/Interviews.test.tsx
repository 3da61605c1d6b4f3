import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { openConsole } from "../../tests/console";
import { aListedInterview } from "../../tests/interviews";
import { aSession, aTeam, TEAM } from "../../tests/records";
import { envelope, http, META, service } from "../../tests/service";

const ALL = [
  aListedInterview("Support interview", { id: "support" }),
  aListedInterview("Night shift", {
    id: "nights",
    interviewType: "ai_interviewer",
    status: 1,
    language: "de",
  }),
];

/** Lists two interviews, a page each. Returns the queries, as they come. */
function serveList(interviews = ALL): URLSearchParams[] {
  const queries: URLSearchParams[] = [];
  service.use(
    http.get("/qsi/gather/teams", ({ response }) =>
      response(200).json(envelope({ teams: [aTeam(TEAM, "Shop")] })),
    ),
    http.get("/qsi/gather/interviews", ({ request, response }) => {
      const query = new URL(request.url).searchParams;
      queries.push(query);
      const isFirst = query.get("cursor") === "";
      const fitting = interviews.filter(({ title }) => title.includes(query.get("search") ?? ""));
      const page = isFirst ? fitting.slice(0, 1) : fitting.slice(1);
      return response(200).json({
        data: { interviews: page, pagination: null },
        meta: { ...META, nextCursor: isFirst && fitting.length > 1 ? "next" : null },
      });
    }),
  );
  return queries;
}

describe("the interviews", () => {
  test("are listed with what they are, and read on by More", async () => {
    serveList();
    const user = await openConsole("/console/interviews", aSession());

    expect(
      await screen.findByRole("row", { name: /Support interview.*Recorded answers.*Active/ }),
    ).toBeVisible();
    await user.click(screen.getByRole("button", { name: "More" }));
    expect(
      await screen.findByRole("row", { name: /Night shift.*AI conversation.*Paused.*German/ }),
    ).toBeVisible();
    expect(screen.getByRole("link", { name: "Night shift" })).toHaveAttribute(
      "href",
      "/console/interviews/nights",
    );
  });

  test("are filtered by the address", async () => {
    const queries = serveList();
    const user = await openConsole("/console/interviews?type=standard", aSession());
    await user.type(await screen.findByLabelText("Search interviews"), "Night");

    await waitFor(() => expect(location.search).toBe("?search=Night&type=standard"));
    await user.click(screen.getByRole("switch", { name: "Show archived ones too" }));
    await waitFor(() => expect(queries.at(-1)?.get("archived")).toBe("true"));
    expect(queries.at(-1)?.get("interviewType")).toBe("standard");
    expect(queries.at(-1)?.get("search")).toBe("Night");
  });

  test("are made by managers alone", async () => {
    serveList([]);
    await openConsole("/console/interviews", aSession("reviewer"));

    expect(await screen.findByText("Managers make interviews.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "New interview" })).not.toBeInTheDocument();
  });

  test("tell that none fits, and show all again", async () => {
    serveList();
    const user = await openConsole("/console/interviews?search=zzz", aSession("manager"));
    await user.click(await screen.findByRole("button", { name: "Show all interviews" }));

    expect(await screen.findByRole("link", { name: "Support interview" })).toBeVisible();
    expect(screen.getByRole("button", { name: "New interview" })).toBeVisible();
  });
});
