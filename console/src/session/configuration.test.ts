import { expect, test } from "vitest";
import page from "../../index.html?raw";

test("the page has the place, to the letter, that the service fills with the configuration", () => {
  expect(page).toContain('id="configuration">{}<');
});
