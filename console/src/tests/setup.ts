import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { endSession } from "../session/store";
import { service } from "./service";

// The first test of a file waits for the code of its screens, on a busy machine for long.
configure({ asyncUtilTimeout: 30_000 });

beforeAll(() => service.listen({ onUnhandledRequest: "error" }));

beforeEach(() => {
  // What jsdom has no layout or sound for.
  vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  Element.prototype.scrollIntoView = vi.fn();
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockImplementation(() => undefined);
});

afterEach(() => {
  cleanup();
  service.resetHandlers();
  endSession(null);
  sessionStorage.clear();
});

afterAll(() => service.close());
