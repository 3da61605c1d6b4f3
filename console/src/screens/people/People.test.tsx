import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { openConsole } from "../../tests/console";
import { servePeople } from "../../tests/people";
import { aSession, aUser, TEAM } from "../../tests/records";

const MAX = { ...aUser("user-max", "Max", "Manager"), role: "manager" as const, teamIds: [TEAM] };
const RITA = { ...aUser("user-rita", "Rita", "Reviewer"), teamIds: [TEAM] };
const ROBOT = { ...aUser("robot", "Payroll", "Robot"), role: null, isApiUser: true, teamIds: [TEAM] };

const row = async (name: string) => within(await screen.findByRole("row", { name: new RegExp(name) }));

describe("people", () => {
  test("are read by everybody, with roles, and programs told apart", async () => {
    servePeople([RITA, MAX, ROBOT]);

    await openConsole("/console/people", aSession("reviewer"));

    expect((await row("Max Manager")).getByText("Manager")).toBeVisible();
    expect((await row("Payroll Robot")).getByText("Program (API)")).toBeVisible();
    expect(screen.getByText(/Administrators add people/)).toBeVisible();
    expect(screen.queryByRole("button", { name: /Add person|Edit|Archive/ })).not.toBeInTheDocument();
  });

  test("are found by name, by role and by team, which stands in the address", async () => {
    servePeople([RITA, MAX, ROBOT]);

    const user = await openConsole("/console/people?kind=program", aSession("administrator"));
    expect(await row("Payroll Robot")).toBeDefined();
    expect(screen.queryByText("Max Manager")).not.toBeInTheDocument();
    await user.click(await screen.findByRole("button", { name: /Kind/ }));
    await user.click(await screen.findByRole("option", { name: "All" }));
    await user.type(screen.getByLabelText("Find somebody"), "max{Enter}");

    await waitFor(() => expect(screen.queryByText("Payroll Robot")).not.toBeInTheDocument());
    expect(location.search).toBe("?search=max");
  });

  test("are added with a role and teams; what is missing is told at its field", async () => {
    const sent = servePeople([MAX]);

    const user = await openConsole("/console/people", aSession("administrator"));
    await user.click(await screen.findByRole("button", { name: "Add person" }));
    const first = await screen.findByLabelText("First name");
    expect(first).toHaveFocus();
    await user.type(first, "Olu");
    await user.click(screen.getByRole("button", { name: "Add and mail" }));
    expect(screen.getByLabelText("Last name")).toHaveAccessibleDescription("Enter the last name.");

    await user.type(screen.getByLabelText("Last name"), "Balogun");
    await user.type(screen.getByLabelText("E-mail"), MAX.email);
    await user.selectOptions(screen.getByLabelText("Role"), "Manager");
    await user.click(screen.getByRole("button", { name: "Add and mail" }));
    const email = screen.getByLabelText("E-mail");
    await waitFor(() => expect(email).toHaveAccessibleDescription(/has this address already/));

    await user.clear(email);
    await user.type(email, "olu@example.com");
    await user.click(screen.getByRole("button", { name: "Add and mail" }));
    expect(await row("Olu Balogun")).toBeDefined();
    const added = { firstName: "Olu", lastName: "Balogun", email: "olu@example.com", role: "manager" };
    const users = [{ ...added, teamIds: [TEAM], createAuth0Account: true }];
    expect(sent).toEqual([{ what: "add", body: { users } }]);
  });

  test("are given another role and other notices; only what changes is sent", async () => {
    const sent = servePeople([MAX]);

    const user = await openConsole("/console/people", aSession("administrator"));
    await user.click((await row("Max Manager")).getByRole("button", { name: "Edit" }));
    await user.selectOptions(await screen.findByLabelText("Role"), "Reviewer");
    await user.selectOptions(screen.getByLabelText("Notices"), "Once a day");
    await user.click(screen.getByRole("button", { name: "Save" }));

    const body = { role: "reviewer", notifications: "daily" };
    await waitFor(() => expect(sent).toEqual([{ what: "change user-max", body }]));
    expect((await row("Max Manager")).getByText("Reviewer")).toBeVisible();
  });

  test("are archived after a warning, and the focus goes to the next", async () => {
    const sent = servePeople([MAX, ROBOT]);

    const user = await openConsole("/console/people", aSession("administrator"));
    await user.click((await row("Max Manager")).getByRole("button", { name: "Archive" }));
    expect(await screen.findByText(/signed out at once/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Cancel" })).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "Archive now" }));

    await waitFor(() => expect(screen.queryByText("Max Manager")).not.toBeInTheDocument());
    expect(sent).toEqual([{ what: "archive", body: "user-max" }]);
    const edit = (await row("Payroll Robot")).getByRole("button", { name: "Edit" });
    await waitFor(() => expect(edit).toHaveFocus());
  });

  test("keep their last administrator, which is said in words", async () => {
    const anna = { ...aUser("user-anna", "Anna", "Admin"), role: "administrator" as const };
    servePeople([anna], "user-anna");

    const user = await openConsole("/console/people", aSession("administrator"));
    await user.click((await row("Anna Admin")).getByRole("button", { name: "Archive" }));
    await user.click(await screen.findByRole("button", { name: "Archive now" }));

    expect(await screen.findByRole("alert")).toHaveTextContent("last administrator of the organization");
  });

  test("who lower themselves lose the controls at once", async () => {
    servePeople([{ ...RITA, role: "administrator" as const }]);

    const user = await openConsole("/console/people", aSession("administrator"));
    await user.click((await row("Rita Reviewer")).getByRole("button", { name: "Edit" }));
    await user.selectOptions(await screen.findByLabelText("Role"), "Reviewer");
    await user.click(screen.getByRole("button", { name: "Save" }));

    await waitFor(() => expect(screen.queryByRole("button", { name: "Add person" })).not.toBeInTheDocument());
  });
});

describe("teams", () => {
  test("are added, with whoever adds them as a member who can choose them", async () => {
    const sent = servePeople([MAX]);

    const user = await openConsole("/console/people?part=teams", aSession("administrator"));
    await user.click(await screen.findByRole("button", { name: "Add team" }));
    await user.type(await screen.findByLabelText("Name of the team"), "Warehouse");
    await user.type(screen.getByLabelText("What candidates read"), "Example Works Logistics");
    await user.click(screen.getByRole("button", { name: "Add the team" }));

    expect(await row("Warehouse")).toBeDefined();
    const team = { name: "Warehouse", displayName: "Example Works Logistics", description: null };
    expect(sent).toEqual([{ what: "team", body: { teams: [{ ...team, userIds: ["user-rita"] }] } }]);
    expect(await screen.findByRole("button", { name: /Team:/ })).toBeVisible();
  });
});
