import { expect, test } from "vitest";
import { readLines } from "./people";

test("lines are read whatever the order and the marks between", () => {
  const lines = readLines(
    "Ada Example, ada@example.com, +49 151 2345 6789\nGrace Brewster Hopper <grace@example.com>\n+14155550123; Alan; Turing\n\n",
  );

  expect(lines.map(({ person }) => person?.invitee)).toEqual([
    { firstName: "Ada", lastName: "Example", email: "ada@example.com", phone: "+4915123456789" },
    { firstName: "Grace Brewster", lastName: "Hopper", email: "grace@example.com", phone: null },
    { firstName: "Alan", lastName: "Turing", email: null, phone: "+14155550123" },
  ]);
});

test("each line says what is wrong with it", () => {
  const lines = readLines(
    "Ada Example, ada@example.com\nGrace, grace@example.com\nAlan Turing\nAlan Turing, 0151 2345678\nOther Name, ADA@example.com\nNo Mail, nomail@",
  );

  expect(lines.map(({ problem }) => problem)).toEqual([
    null,
    "invite.line.name",
    "invite.line.reach",
    "invite.line.phone",
    "invite.line.twice",
    "invite.line.email",
  ]);
});

test("recipients are read as mail programs copy them", () => {
  const lines = readLines(
    'Ada Example <ada@example.com>; Hopper, Grace <grace@example.com>; "Turing, Alan" <alan@example.com>;\n',
  );

  expect(lines.map(({ person }) => person?.name)).toEqual(["Ada Example", "Grace Hopper", "Alan Turing"]);
});

test("cells are read as spreadsheets and address books copy them", () => {
  const lines = readLines(
    '\uFEFF"Müller, Hans",hans@example.com,\'+49 (0)151 2345\u20116789\n"Ada";"O\'Brien";\u200Bada@example.com;\u202A+14155550123\u202C',
  );

  expect(lines.map(({ person }) => person?.invitee)).toEqual([
    { firstName: "Hans", lastName: "Müller", email: "hans@example.com", phone: "+4915123456789" },
    { firstName: "Ada", lastName: "O'Brien", email: "ada@example.com", phone: "+14155550123" },
  ]);
});

test("a second address in a line is no name", () => {
  const [line] = readLines("Ada Example, ada@example.com, ada@example.org, +14155550123");

  expect(line?.problem).toBe("invite.line.email");
});
