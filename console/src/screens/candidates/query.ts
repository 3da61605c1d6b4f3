/** Filters as the address writes them. What it says wrongly filters nothing. */

import { type InterviewFilter, INTERVIEW_ORDERS } from "../../service/candidate-interviews";
import type { CandidateFilter } from "../../service/candidates";
import { INTERVIEWS_VIEW } from "./views";

type Query = Record<string, string>;

const TEXTS = ["search", "phone", "email", "externalId", "tag", "source"] as const;
const DAYS = ["createdSince", "createdUntil"] as const;
const COMPLETED_DAYS = ["completedSince", "completedUntil"] as const;
const SCORES = ["scoreMin", "scoreMax"] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOST_SCORE = 100;

export function candidateFilterOf(search: string): CandidateFilter {
  const query = new URLSearchParams(search);
  return {
    ...texts(query, TEXTS),
    ...days(query, DAYS),
    ...(query.get("archived") === "true" ? { archived: true } : {}),
  };
}

export function interviewFilterOf(search: string): InterviewFilter {
  const query = new URLSearchParams(search);
  const sort = INTERVIEW_ORDERS.find((each) => each === query.get("sort"));
  return {
    ...texts(query, ["status", "interviewId", "jobId"]),
    ...days(query, [...DAYS, ...COMPLETED_DAYS]),
    ...scores(query),
    ...(sort === undefined ? {} : { sort }),
  };
}

/** The members of a filter, with a change, as the query of an address. */
export function queryOf(filter: object, change: object = {}): Query {
  const members = Object.entries<unknown>({ ...filter, ...change });
  const given = members.filter(([, value]) => value !== undefined && value !== "" && value !== false);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

export function interviewQueryOf(filter: InterviewFilter, change: object = {}): Query {
  return { view: INTERVIEWS_VIEW, ...queryOf(filter, change) };
}

function texts<Name extends string>(query: URLSearchParams, names: readonly Name[]) {
  const given = names.map((name) => [name, query.get(name) ?? ""] as const).filter(([, text]) => text !== "");
  return Object.fromEntries(given) as Partial<Record<Name, string>>;
}

function days<Name extends string>(query: URLSearchParams, names: readonly Name[]) {
  const given = names
    .map((name) => [name, query.get(name) ?? ""] as const)
    .filter(([, day]) => DAY.test(day));
  return Object.fromEntries(given) as Partial<Record<Name, string>>;
}

function scores(query: URLSearchParams) {
  const given = SCORES.map((name) => [name, Number(query.get(name) ?? NaN)] as const);
  const good = given.filter(([, score]) => score >= 0 && score <= MOST_SCORE);
  return Object.fromEntries(good) as Partial<Record<(typeof SCORES)[number], number>>;
}
