import { afterEach, expect, test, vi } from "vitest";
import { dayBefore } from "./days";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

test("yesterday is the day before today where the clocks have changed between", () => {
  vi.stubEnv("TZ", "America/New_York");
  vi.useFakeTimers({ now: Date.parse("2026-03-09T00:30:00-04:00") });

  expect(dayBefore(1)).toBe("2026-03-08");
});
