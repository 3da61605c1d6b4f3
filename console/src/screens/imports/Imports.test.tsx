import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { anImport, serveImports } from "../../tests/candidates";
import { openConsole } from "../../tests/console";
import { anInterview, aSession } from "../../tests/records";
import { envelope, http, service } from "../../tests/service";
import { serveTeam } from "../../tests/team";
import { guessed } from "./columns";
import { readCsv, writeCsv } from "./csv";
import { readList } from "./read-list";

const ROWS = [
  {
    row: 1,
    status: "created" as const,
    candidateId: "aiko",
    candidateInterviewId: null,
    enrollmentId: null,
    errors: [],
  },
  {
    row: 2,
    status: "failed" as const,
    candidateId: null,
    candidateInterviewId: null,
    enrollmentId: null,
    errors: [{ field: "email", reason: "must be an e-mail address" }],
  },
];
const CSV =
  "First Name;Surname;E-Mail;Mobile\r\nAiko;Yamamoto;aiko@example.com;+81 90 1234 5678\r\nBram;Wit;x;+31612345678\r\n";

function serve(...imports: Parameters<typeof serveImports>[0]) {
  serveTeam([]);
  service.use(
    http.get("/qsi/gather/interviews", ({ response }) =>
      response.untyped(Response.json(envelope({ interviews: [anInterview("Support interview")] }))),
    ),
  );
  return serveImports(imports, ROWS);
}

async function choose(text: string, name = "people.csv") {
  const user = await openConsole("/console/imports/new", aSession("manager"));
  await user.upload(await screen.findByLabelText("File with candidates"), fileOf(text, name));
  return user;
}

/** The file system of the tests reads no files. */
function fileOf(text: string, name: string): File {
  const bytes = new TextEncoder().encode(text);
  return Object.assign(new File([text], name), { arrayBuffer: () => Promise.resolve(bytes.buffer) });
}

describe("a new import", () => {
  test("is checked first, then imported, with its columns under the service's names", async () => {
    const sent = serve();

    const user = await choose(CSV);
    expect(await screen.findByLabelText("Column “Surname”")).toHaveValue("lastName");
    await screen.findByRole("option", { name: "Interview: Support interview" });
    await user.selectOptions(screen.getByLabelText("Invite to"), "Interview: Support interview");
    await user.click(screen.getByRole("button", { name: "Check the list" }));
    const importing = await screen.findByRole("button", { name: "Import 1 candidate" });
    expect(importing).toHaveFocus();
    expect(await screen.findByText("E-mail: This is not an e-mail address.")).toBeVisible();
    expect(screen.getByText("Row 2, Bram Wit")).toBeVisible();
    await user.click(importing);

    expect(await screen.findByRole("heading", { level: 1, name: /Import of/ })).toBeVisible();
    const invite = { interviewId: "interview", deliveryTypes: ["email"], expiryDays: null };
    expect(sent.filter(({ what }) => what === "import").map(({ body }) => body)).toMatchObject([
      { dryRun: true, onDuplicate: "skip", invite },
      { dryRun: false, onDuplicate: "skip", invite },
    ]);
    expect(sent.find(({ what }) => what === "file")?.body).toBe(
      "firstName,lastName,email,phone\r\nAiko,Yamamoto,aiko@example.com,+819012345678\r\nBram,Wit,x,+31612345678\r\n",
    );
  });

  test("waits until every column that is needed is chosen", async () => {
    serve();

    const user = await choose("Name,Surname,E-Mail,Mobile\nAiko,Yamamoto,aiko@example.com,+819012345678\n");

    expect(await screen.findByText(/No column is chosen yet for: First name/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Check the list" })).not.toBeInTheDocument();
    await user.selectOptions(screen.getByLabelText("Column “Name”"), "First name");
    expect(screen.getByRole("button", { name: "Check the list" })).toBeVisible();
  });

  test("tells of a file without candidates", async () => {
    serve();

    await choose("firstName,lastName,email,phone\n");

    expect(await screen.findByRole("alert")).toHaveTextContent("There are no candidates in this file.");
  });
});

describe("the imports", () => {
  test("are listed with how they came out", async () => {
    serve(anImport({ counts: { created: 40, updated: 3, skipped: 2, failed: 1, invited: 40 }, total: 46 }));

    await openConsole("/console/imports", aSession("manager"));

    const row = await screen.findByRole("row", { name: /Complete/ });
    expect(within(row).getByText("46")).toBeVisible();
    expect(within(row).getByRole("link")).toHaveAttribute("href", "/console/imports/import-1");
  });

  test("can be cancelled while they run", async () => {
    const sent = serve(anImport({ status: "running", completedAt: null, total: null }));

    const user = await openConsole("/console/imports/import-1", aSession("manager"));
    await user.click(await screen.findByRole("button", { name: "Cancel the import" }));

    expect(await screen.findByText("Cancelled")).toBeVisible();
    expect(sent).toEqual([{ what: "cancel", body: null }]);
  });

  test("save their rows with errors", async () => {
    serve(anImport({ counts: { created: 1, updated: 0, skipped: 0, failed: 1, invited: 0 } }));
    const saved: Blob[] = [];
    URL.createObjectURL = (blob: Blob) => `blob:${saved.push(blob)}`;
    const link = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);

    const user = await openConsole("/console/imports/import-1", aSession("manager"));
    await user.click(await screen.findByRole("button", { name: "Save rows with errors" }));

    await waitFor(() => expect(link).toHaveBeenCalled());
    expect(saved).toHaveLength(1);
  });

  test("say why a file could not be read", async () => {
    serve(anImport({ status: "failed", error: "The file is not UTF-8." }));

    await openConsole("/console/imports/import-1", aSession("manager"));

    expect(await screen.findByRole("alert")).toHaveTextContent("The file is not UTF-8.");
  });

  test("are refused to reviewers without asking for anything", async () => {
    serveTeam([]);

    await openConsole("/console/imports", aSession("reviewer"));

    expect(await screen.findByRole("heading", { level: 1, name: "Imports" })).toBeVisible();
    expect(screen.getByText("Your role may not use this screen")).toBeVisible();
  });
});

describe("the reading of lists", () => {
  test("takes quotes, line breaks in cells and other separators", () => {
    expect(readCsv('a\tb\r\n"1 ""x"",\ny"\t2\r\n\r\n')).toEqual([
      ["a", "b"],
      ['1 "x",\ny', "2"],
    ]);
    expect(writeCsv([['1 "x",\ny', "2"]])).toBe('"1 ""x"",\ny",2\r\n');
  });

  test("is read as spreadsheets save it: with the line that names the separator, or two bytes a letter", async () => {
    const text = "\uFEFFVorname\tNachname\r\nJörg\tMüller\r\n";
    const bytes = Uint16Array.from(text, (letter) => letter.charCodeAt(0));
    const file = Object.assign(new File([], "people.txt"), {
      arrayBuffer: () => Promise.resolve(bytes.buffer),
    });

    expect(await readList(file)).toMatchObject({
      list: { columns: ["Vorname", "Nachname"], rows: [["Jörg", "Müller"]] },
    });
    expect(readCsv("sep=;\r\nVorname;Nachname\r\nJörg;Müller, jun.\r\n")).toEqual([
      ["Vorname", "Nachname"],
      ["Jörg", "Müller, jun."],
    ]);
  });

  test("guesses what columns mean, each once", () => {
    expect(
      guessed(["Vorname", "Nachname", "E-Mail", "Mobile", "Phone", "metadata.team", "Shoe size"]),
    ).toEqual(["firstName", "lastName", "email", "phone", "none", "metadata", "none"]);
  });
});
