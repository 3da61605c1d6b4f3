import type { components } from "talent-screening";

type Resources = components["schemas"]["Resources"];

/** What interviews, meetings, jobs and job families are called, by their ids. */
export function titlesOf(resources: Resources | undefined): ReadonlyMap<string, string> {
  if (resources === undefined) return new Map();
  const { interviews, meetings, jobs, jobFamilies } = resources;
  const titled = [...interviews, ...meetings, ...jobs].map(({ id, title }) => [id, title] as const);
  return new Map([...titled, ...jobFamilies.map(({ id, displayName }) => [id, displayName] as const)]);
}
