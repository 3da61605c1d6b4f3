import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ApiError } from "talent-screening";
import { phrase } from "../../language/catalogue";
import { failureWords } from "../../service/errors";
import { invalidateInvited, invite, type InviteOutcome, type InviteTarget } from "../../service/invites";
import type { Person } from "./people";

export type Result =
  | { person: Person; outcome: InviteOutcome; reason: null }
  | { person: Person; outcome: null; reason: string };

const INVALID = 400;

export interface Sending {
  results: readonly Result[];
  /** How many of those who are being invited are done; null while nobody is. */
  done: number | null;
  send: (people: readonly Person[], target: InviteTarget) => Promise<Result[]>;
}

/** Invites people one after the other. Whoever was invited is left out when it is sent again. */
export function useSending(): Sending {
  const queries = useQueryClient();
  const [results, setResults] = useState<readonly Result[]>([]);
  const [done, setDone] = useState<number | null>(null);
  const isSending = useRef(false);
  const send = async (people: readonly Person[], target: InviteTarget) => {
    if (isSending.current) return [];
    isSending.current = true;
    const all: Result[] = [];
    for (const person of people) {
      setDone(all.length);
      const before = results.find((each) => each.person.key === person.key && each.outcome !== null);
      all.push(before ?? (await resultOf(person, target)));
    }
    isSending.current = false;
    setResults(all);
    setDone(null);
    void invalidateInvited(queries);
    return all;
  };
  return { results, done, send };
}

async function resultOf(person: Person, target: InviteTarget): Promise<Result> {
  try {
    return { person, outcome: await invite(person.invitee, target), reason: null };
  } catch (error) {
    return { person, outcome: null, reason: reasonOf(error, person) };
  }
}

function reasonOf(error: unknown, { invitee }: Person): string {
  const isKnown = "candidateId" in invitee;
  const lacksOne = !isKnown && (invitee.email === null || invitee.phone === null);
  if (lacksOne && error instanceof ApiError && error.status === INVALID) return phrase("invite.line.both");
  const { title, advice } = failureWords(error);
  return `${title} ${advice}`;
}
