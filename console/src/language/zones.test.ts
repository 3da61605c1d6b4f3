import { describe, expect, test } from "vitest";
import { agree, clockIn, isZone, laterBy, momentOf } from "./zones";

describe("times by the clock of a zone", () => {
  test("become moments, in winter and in summer time", () => {
    expect(momentOf("2026-12-07T09:00", "Europe/Berlin")).toBe("2026-12-07T08:00:00.000Z");
    expect(momentOf("2026-07-07T09:00", "Europe/Berlin")).toBe("2026-07-07T07:00:00.000Z");
    expect(momentOf("2026-07-07T09:00", "Asia/Kathmandu")).toBe("2026-07-07T03:15:00.000Z");
    expect(momentOf("2026-01-01T00:30", "Pacific/Auckland")).toBe("2025-12-31T11:30:00.000Z");
  });

  test("that clocks leave out are none, and those that they show twice are the first", () => {
    expect(momentOf("2026-03-29T02:30", "Europe/Berlin")).toBeNull();
    expect(momentOf("2026-10-25T02:30", "Europe/Berlin")).toBe("2026-10-25T00:30:00.000Z");
    expect(momentOf("", "Europe/Berlin")).toBeNull();
    expect(momentOf("2026-12-07T09:00", "Europe/Nowhere")).toBeNull();
  });

  test("are what a moment is there", () => {
    expect(clockIn("America/New_York", "2026-12-07T08:00:00.000Z")).toBe("2026-12-07T03:00");
    expect(clockIn("Europe/Berlin", "2026-12-31T23:30:00.000Z")).toBe("2027-01-01T00:30");
  });

  test("are later by some minutes", () => {
    expect(laterBy("2026-12-31T23:30", 60)).toBe("2027-01-01T00:30");
    expect(laterBy("", 60)).toBe("");
  });

  test("agree where clocks show the same, whatever the zones are called", () => {
    expect(agree("Europe/Berlin", "Europe/Paris", "2026-12-07T08:00:00.000Z")).toBe(true);
    expect(agree("Europe/London", "UTC", "2026-12-07T08:00:00.000Z")).toBe(true);
    expect(agree("Europe/London", "UTC", "2026-07-07T08:00:00.000Z")).toBe(false);
    expect(isZone("Mars/Base")).toBe(false);
  });
});
