import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { openConsole } from "./tests/console";
import { aReviewItem, aReviewQueue, aSession } from "./tests/records";
import { envelope, http, service } from "./tests/service";
import { serveTeam } from "./tests/team";

const ITEMS = [aReviewItem("decision", "Ada Example")];

describe("the beginning of the console", () => {
  /** The queries of the queue's requests, as they come. */
  let asked: string[];

  beforeEach(() => {
    asked = [];
    serveTeam(ITEMS);
    service.use(
      http.get("/qsi/gather/review-queue", ({ request }) => {
        asked.push(new URL(request.url).search);
      }),
    );
  });

  test("asks for the queue once, as the address filters it", async () => {
    await openConsole("/console?kind=decision", aSession());

    expect(await screen.findByRole("link", { name: /Ada Example/ })).toHaveFocus();
    expect(asked).toEqual(["?kind=decision"]);
  });

  test("asks nothing for somebody who is not signed in, or at another screen", async () => {
    await openConsole("/console");
    expect(await screen.findByRole("button", { name: "Sign in" })).toBeVisible();
    expect(asked).toEqual([]);

    await openConsole("/console/jobs", aSession());
    expect(await screen.findByRole("heading", { level: 1, name: "Jobs" })).toBeVisible();
    expect(asked).toEqual([]);
  });

  test("leaves to the screen what could not be read", async () => {
    let isFirst = true;
    service.use(
      http.get("/qsi/gather/review-queue", ({ response }) => {
        const failed = response.untyped(Response.json({}, { status: 404 }));
        const answer = isFirst ? failed : response(200).json(envelope(aReviewQueue(ITEMS)));
        isFirst = false;
        return answer;
      }),
    );

    await openConsole("/console", aSession());

    expect(await screen.findByRole("link", { name: /Ada Example/ })).toBeVisible();
  });
});
