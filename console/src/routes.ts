/** Address to screen, each loaded when it is needed. */

import { type ComponentType, lazy } from "react";
import { ADDRESSES, candidateAddress, jobAddress } from "./addresses";

type Load = () => Promise<{ default: ComponentType }>;

const notBuilt: Load = () => import("./screens/not-built/NotBuilt");

export const ROUTES = [
  route(ADDRESSES.reviewQueue, () => import("./screens/review-queue/ReviewQueue")),
  route(ADDRESSES.candidates, notBuilt),
  route(candidateAddress(":candidateId"), () => import("./screens/candidate/Candidate")),
  route(ADDRESSES.jobs, notBuilt),
  route(jobAddress(":jobId"), notBuilt),
  route(ADDRESSES.interviews, notBuilt),
  route(ADDRESSES.workflows, notBuilt),
  route(ADDRESSES.meetings, notBuilt),
  route(ADDRESSES.imports, notBuilt),
  route(ADDRESSES.webhooks, notBuilt),
  route(ADDRESSES.people, notBuilt),
  route(ADDRESSES.settings, notBuilt),
] as const;

/** Reads the code of the screen at an address before it is shown. */
export function prepareScreen(address: string): void {
  const parts = address.replace(/[?#].*/, "").split("/");
  const found = ROUTES.find(({ path }) => {
    const pattern = path.split("/");
    return (
      pattern.length === parts.length &&
      pattern.every((part, at) => part.startsWith(":") || part === parts[at])
    );
  });
  // Whether it can be read is told when the screen is shown.
  found?.load().catch(() => undefined);
}

function route(path: string, load: Load) {
  return { path, load, Screen: lazy(load) };
}
