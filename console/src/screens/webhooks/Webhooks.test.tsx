import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { loadLanguage, loadOtherPhrases } from "../../language/catalogue";
import { openConsole } from "../../tests/console";
import { aDelivery, aSession, aWebhook } from "../../tests/records";
import { http, refusal, service } from "../../tests/service";
import { serveWebhooks } from "../../tests/webhooks";
import { faultOf } from "./failure-words";

const REFUSED = aDelivery("refused", "failed", {
  errorResponse: { status: null, data: null, error: "connection_failed", message: "" },
  attemptHistory: [
    {
      number: 1,
      startedAt: "2026-03-01T10:00:00.000Z",
      durationMs: 12,
      httpStatus: null,
      error: "connection_failed",
      responseBody: null,
    },
    {
      number: 2,
      startedAt: "2026-03-01T10:01:00.000Z",
      durationMs: 40,
      httpStatus: 503,
      error: null,
      responseBody: "restarting",
    },
  ],
});
const ARRIVED = aDelivery("arrived", "completed");
const PAYROLL = aWebhook("Payroll");
const WAREHOUSE = aWebhook("Warehouse", { isActive: false });

describe("webhooks", () => {
  test("tell why a delivery failed, and send it again by one press", async () => {
    const sent = serveWebhooks([PAYROLL], [REFUSED, ARRIVED]);

    const user = await openConsole("/console/webhooks", aSession("administrator"));
    expect(await screen.findByText("The connection was refused or closed.")).toBeVisible();
    // What has arrived is not sent again by mistake.
    await user.click(screen.getByRole("button", { name: "Redeliver" }));

    await waitFor(() => expect(sent).toEqual([{ what: "redeliver", body: "refused" }]));
    await user.click(await screen.findByRole("link", { name: "See the new delivery" }));
    expect(await screen.findByText("The receiver took it.")).toBeVisible();
  });

  test("show a reader everything, and nothing that would be refused", async () => {
    serveWebhooks([PAYROLL], [REFUSED]);

    await openConsole("/console/webhooks", aSession("reviewer"));

    expect(await screen.findByText("The connection was refused or closed.")).toBeVisible();
    expect(screen.getByText(/Administrators change webhooks/)).toBeVisible();
    const names = /Redeliver|Add webhook|Test|Edit|Pause/;
    expect(screen.queryByRole("button", { name: names })).not.toBeInTheDocument();
  });

  test("are narrowed by status, which stands in the address", async () => {
    serveWebhooks([PAYROLL], [REFUSED, ARRIVED]);

    const user = await openConsole("/console/webhooks", aSession());
    await screen.findByText("The connection was refused or closed.");
    const statuses = within(screen.getByRole("navigation", { name: "Status" }));
    await user.click(statuses.getByRole("link", { name: "Arrived" }));

    await waitFor(() => expect(screen.queryByText(/connection was refused/)).not.toBeInTheDocument());
    expect(location.search).toBe("?status=completed");
  });

  test("say what is wrong with a new one, and show its secret once", async () => {
    const sent = serveWebhooks([PAYROLL], []);

    const user = await openConsole("/console/webhooks", aSession("administrator"));
    await user.click(await screen.findByRole("button", { name: "Add webhook" }));
    const addresses = await screen.findByLabelText("Addresses");
    expect(addresses).toHaveFocus();
    await user.type(addresses, "hooks.example.com");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(addresses).toHaveAccessibleDescription(/no web address: hooks.example.com/);

    await user.clear(addresses);
    await user.type(addresses, "https://hooks.example.com/new");
    await user.click(screen.getByRole("checkbox", { name: "Step failed" }));
    await user.click(screen.getByRole("button", { name: "Save" }));

    expect(await screen.findByLabelText("The secret itself")).toHaveValue("whsec_shown_once");
    expect(sent).toEqual([
      {
        what: "add",
        body: {
          description: null,
          urls: ["https://hooks.example.com/new"],
          events: ["candidate_interview.completed", "workflow.step.failed"],
        },
      },
    ]);
  });

  test("can be paused, tested, given another secret and sent everything that failed", async () => {
    const sent = serveWebhooks([PAYROLL], [ARRIVED]);

    const user = await openConsole("/console/webhooks", aSession("administrator"));
    await user.click(await screen.findByRole("button", { name: "Details" }));
    await user.click(screen.getByRole("button", { name: "Change secret" }));
    await user.selectOptions(await screen.findByLabelText("The present secret goes on for"), "One week");
    await user.click(screen.getByRole("button", { name: "Make a new secret" }));
    expect(await screen.findByLabelText("The secret itself")).toHaveValue("whsec_shown_once");
    await user.click(screen.getByRole("button", { name: "I have copied it" }));

    await user.click(screen.getByRole("button", { name: "Send failed ones again" }));
    await user.click(await screen.findByRole("button", { name: "Send them again" }));
    expect(await screen.findByText(/3 deliveries are sent again/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Done" }));

    await user.click(screen.getByRole("button", { name: "Pause" }));
    expect(await screen.findByRole("button", { name: "Resume" })).toBeVisible();
    // Nothing is sent to a paused webhook, so nothing of it is offered.
    expect(screen.queryByRole("button", { name: "Test" })).not.toBeInTheDocument();

    await user.click(screen.getByRole("button", { name: "Resume" }));
    await user.click(await screen.findByRole("button", { name: "Test" }));
    await user.click(await screen.findByRole("button", { name: "Send the sample" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Interview completed" })).toHaveFocus();
    expect(sent.map(({ what }) => what)).toEqual(["secret", "repeat", "change", "change", "test"]);
    expect(sent[0]?.body).toEqual({ overlapHours: 168 });
  });

  test("go after a warning, and the focus goes to the next", async () => {
    const sent = serveWebhooks([PAYROLL, WAREHOUSE], []);

    const user = await openConsole("/console/webhooks", aSession("administrator"));
    const payroll = (await screen.findByRole("heading", { name: "Payroll" })).closest("li");
    await user.click(within(payroll ?? document.body).getByRole("button", { name: "Details" }));
    await user.click(screen.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText(/Nothing more is sent to Payroll/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Delete the webhook" }));

    await waitFor(() => expect(screen.queryByRole("heading", { name: "Payroll" })).not.toBeInTheDocument());
    expect(sent).toEqual([{ what: "remove", body: "payroll" }]);
    await waitFor(() => expect(screen.getByRole("button", { name: "Edit" })).toHaveFocus());
  });

  test("tell in words that a paused webhook's delivery cannot be sent again", async () => {
    serveWebhooks([PAYROLL], [REFUSED]);
    service.use(
      http.post("/qsi/gather/webhook-deliveries/{id}/redeliver", ({ response }) =>
        response.untyped(Response.json(refusal("CONFLICT", "The webhook is paused."), { status: 409 })),
      ),
    );

    const user = await openConsole("/console/webhooks", aSession("administrator"));
    await user.click(await screen.findByRole("button", { name: "Redeliver" }));

    expect(await screen.findByRole("alert")).toHaveTextContent("The webhook is paused.");
  });
});

describe("a delivery", () => {
  test("shows each attempt with its answer, and what was sent", async () => {
    serveWebhooks([PAYROLL], [REFUSED]);

    await openConsole("/console/webhooks/deliveries/refused", aSession("administrator"));

    const second = (await screen.findByText("Attempt 2")).closest("li");
    expect(second).toHaveTextContent("HTTP 503");
    expect(second).toHaveTextContent("restarting");
    expect(screen.getByText(/interview-of-ada-example/)).toBeVisible();
    expect(screen.getByText(/firewall is in the way/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Redeliver" })).toBeVisible();
  });

  test("that is not there says so, with the way back", async () => {
    serveWebhooks([PAYROLL], []);

    await openConsole("/console/webhooks/deliveries/absent", aSession());

    expect(await screen.findByRole("heading", { level: 1, name: "This delivery is not here" })).toBeVisible();
    expect(screen.getByRole("link", { name: "All webhooks and deliveries" })).toBeVisible();
  });
});

describe("why a delivery failed", () => {
  test.each([
    [null, "timeout", "longer than 5 seconds"],
    [null, "name_not_resolved", "name was not found"],
    [null, "tls_failed", "certificate"],
    [302, null, "sent it elsewhere"],
    [401, null, "did not let it in (HTTP 401)"],
    [404, null, "Nothing takes events"],
    [422, null, "refused it (HTTP 422)"],
    [500, null, "has failed (HTTP 500)"],
    [503, null, "behind its gateway"],
    [null, "of_another_day", "did not arrive"],
  ])("%s %s is said in words", async (status, error, words) => {
    await loadLanguage("en");
    await loadOtherPhrases();

    expect(faultOf(status, error)?.title).toContain(words);
  });
});
