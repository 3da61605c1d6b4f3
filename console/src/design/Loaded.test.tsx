import { screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { openConsole } from "../tests/console";
import { aCandidate, aSession } from "../tests/records";
import { serveTeam } from "../tests/team";

vi.mock("./shortcuts/ShortcutList", () => {
  throw new Error("a new version has other files");
});
vi.mock("../dialogs/candidate/CandidateDialog", () => {
  throw new Error("there is no network");
});

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

test.each(["Keyboard shortcuts", "Edit"])(
  "what cannot be read behind `%s` says so, and leaves what the person has written",
  async (name) => {
    serveTeam([], [{ candidate: aCandidate("Ada", "Example") }]);
    const user = await openConsole("/console/candidates/ada-example", aSession("manager"));
    await user.type(await screen.findByLabelText("Comment"), "A calm person");

    await user.click(screen.getByRole("button", { name }));

    expect(await screen.findByRole("alert")).toHaveTextContent("Load the page again");
    expect(screen.getByLabelText("Comment")).toHaveValue("A calm person");

    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    expect(screen.getByLabelText("Comment")).toHaveValue("A calm person");
  },
);
