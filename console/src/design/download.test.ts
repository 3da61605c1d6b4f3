import { expect, test } from "vitest";
import { csvOf } from "./download";

test("quotes what would break a row, and leaves nothing for spreadsheets to calculate", () => {
  const rows = [
    ["Name", "Score"],
    ['Ada "Countess", Lovelace\nLondon', 91],
    ["=HYPERLINK(1)", null],
    ["+49", -3],
  ];

  expect(csvOf(rows)).toBe(
    'Name,Score\r\n"Ada ""Countess"", Lovelace\nLondon",91\r\n\'=HYPERLINK(1),\r\n\'+49,-3\r\n',
  );
});

test("leaves nothing to calculate to spreadsheets that separate cells by semicolons either", () => {
  expect(csvOf([["Ada;=1+1", 'calm;"=1+1', "good - but\n@late", "a-b; c=d"]])).toBe(
    'Ada;\'=1+1,"calm;""\'=1+1","good - but\n\'@late",a-b; c=d\r\n',
  );
});
