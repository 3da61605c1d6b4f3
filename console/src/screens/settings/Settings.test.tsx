import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { openConsole } from "../../tests/console";
import { aSession, TEAM } from "../../tests/records";
import { service } from "../../tests/service";
import { serveSettings } from "../../tests/settings";

const open = (part: string, role: "reviewer" | "manager" | "administrator") =>
  openConsole(`/console/settings?part=${part}`, aSession(role));

describe("the branding", () => {
  test("is changed; only what differs is sent, and colors without their sign", async () => {
    const sent = serveSettings();

    const user = await open("branding", "administrator");
    const name = await screen.findByLabelText("What candidates call you");
    await user.clear(name);
    await user.type(name, "Example Works Careers");
    await user.type(screen.getByLabelText("Color of buttons"), "#0a5");
    const drawing = screen.getByRole("img", { name: /Drawing of a candidate's page/ });
    expect(drawing).toHaveTextContent("Example Works Careers");
    await user.click(screen.getByRole("button", { name: "Save" }));

    const body = { displayName: "Example Works Careers", teamButtonColor: "00aa55" };
    await waitFor(() => expect(sent).toEqual([{ what: "branding", body }]));
  });

  test("warns of a color on which words can hardly be read", async () => {
    serveSettings();

    const user = await open("branding", "administrator");
    await user.type(await screen.findByLabelText("Color of the head"), "#787878");

    expect(screen.getByText(/Words on the head are hard to read: their contrast is 4.2/)).toBeVisible();
  });

  test("tells what is wrong at its field, and sends nothing", async () => {
    const sent = serveSettings();

    const user = await open("branding", "administrator");
    const logo = await screen.findByLabelText("Address of the logo");
    await user.type(logo, "http://example.com/logo.png");
    await user.click(screen.getByRole("button", { name: "Save" }));

    expect(logo).toHaveAccessibleDescription(/begins with https/);
    expect(sent).toEqual([]);
  });

  test("is read by reviewers, without a way to change it or to what is not theirs", async () => {
    serveSettings();
    const asked: string[] = [];
    service.events.on("request:start", ({ request }) => asked.push(new URL(request.url).pathname));

    await open("branding", "reviewer");

    expect(await screen.findByText(/Administrators change it/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Save" })).not.toBeInTheDocument();
    const parts = within(screen.getByRole("navigation", { name: "Parts of the settings" }));
    expect(parts.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
      "Branding",
      "Messages",
      "You",
    ]);
    expect(asked).not.toContain("/qsi/gather/credentials");
    service.events.removeAllListeners();
  });

  test("keys and the audit log are refused to others without a request", async () => {
    serveSettings();
    const asked: string[] = [];
    service.events.on("request:start", ({ request }) => asked.push(new URL(request.url).pathname));

    await open("audit", "manager");

    expect(await screen.findByText(/Your role may not use this part/)).toBeVisible();
    expect(asked).not.toContain("/qsi/gather/audit-log");
    service.events.removeAllListeners();
  });
});

describe("messages", () => {
  test("are written by managers, with a sample of how they are read", async () => {
    const sent = serveSettings();

    const user = await open("messages", "manager");
    await user.click(await screen.findByRole("link", { name: "Night shift, English" }));
    await user.click(await screen.findByRole("radio", { name: "Reminder" }));
    await user.click(screen.getByRole("switch", { name: "By text message" }));
    await user.click(screen.getByRole("button", { name: "Save" }));
    const words = screen.getByLabelText("Words of the text message");
    expect(words).toHaveAccessibleDescription(/or switch it off/);
    await user.click(words);
    await user.paste("{{candidateFirstName}}, go on at {{link}}");
    expect(screen.getByText(/Ada, go on at https:/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Save" }));

    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({
      messages: [
        {
          type: "CANDIDATE_REMINDER",
          smsEnabled: true,
          smsBody: "{{candidateFirstName}}, go on at {{link}}",
          emailEnabled: false,
        },
      ],
    });
  });

  test("tell of a placeholder that nothing is known by", async () => {
    serveSettings();

    const user = await open("messages&group=group", "manager");
    await user.click(await screen.findByRole("switch", { name: "By e-mail" }));
    const text = screen.getByLabelText("Text of the e-mail");
    await user.click(text);
    await user.paste("Dear {{name}}");
    await user.click(screen.getByRole("button", { name: "Save" }));

    expect(text).toHaveAccessibleDescription(/Nothing is known by the name name/);
  });
});

describe("keys", () => {
  test("are made for a team and shown once", async () => {
    const sent = serveSettings();

    const user = await open("keys", "administrator");
    await user.click(await screen.findByRole("button", { name: "Make a key" }));
    await user.type(await screen.findByLabelText("What it is for"), "Data warehouse");
    await user.selectOptions(screen.getByLabelText("It may"), "Read only");
    await user.click(screen.getByRole("button", { name: "Make it" }));

    expect(await screen.findByLabelText("The key itself")).toHaveValue("qapi_shown_once");
    await user.click(screen.getByRole("button", { name: "I have copied it" }));
    await waitFor(() => expect(screen.queryByLabelText("The key itself")).not.toBeInTheDocument());
    expect(await screen.findByText("Data warehouse")).toBeVisible();
    expect(sent[0]?.body).toMatchObject({
      name: "Data warehouse",
      permissions: ["read"],
      teamId: TEAM,
      expiresAt: null,
      sandbox: false,
    });
  });

  test("are ended after a warning", async () => {
    const sent = serveSettings();

    const user = await open("keys", "administrator");
    await user.click(await screen.findByRole("button", { name: "End" }));
    expect(await screen.findByText(/refused from its next request on/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "End the key" }));

    expect(await screen.findByText("No key yet")).toBeVisible();
    expect(sent).toEqual([{ what: "end", body: "key" }]);
    expect(screen.getByRole("heading", { name: "Keys" })).toHaveFocus();
  });
});

describe("the audit log", () => {
  test("says who did what in words, and is read on by More", async () => {
    serveSettings();

    const user = await open("audit", "administrator");
    const first = await screen.findByRole("row", { name: /Changed the secret of a webhook/ });
    expect(first).toHaveTextContent("Rita Reviewer");
    await user.click(screen.getByRole("button", { name: "More" }));

    const second = await screen.findByRole("row", { name: /Erased a candidate/ });
    expect(second).toHaveTextContent("Key: Payroll");
  });
});

describe("one's own entry", () => {
  test("is read by everybody, and changed by administrators", async () => {
    serveSettings();

    await open("you", "reviewer");

    expect(await screen.findByText("One e-mail each")).toBeVisible();
    expect(screen.getByText(/An administrator changes how you hear/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Edit your entry" })).not.toBeInTheDocument();
  });
});
