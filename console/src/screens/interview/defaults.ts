/** What a form takes where the person has chosen nothing: a voice of its language, the team's first interviewer. */

import type { QueryClient } from "@tanstack/react-query";
import { narratorsOptions, replicasOptions } from "../../service/interview-choices";
import type { Narrator } from "../../service/records";
import type { InterviewForm } from "./form";

export interface Defaults {
  narratorId: string | null;
  replicaId: string | null;
}

/** Asks only for what the form needs. */
export async function readDefaults(queries: QueryClient, form: InterviewForm): Promise<Defaults> {
  const isSpoken = form.questions.some(({ kind }) => kind === "audio");
  const isConversation = form.interviewType === "ai_interviewer";
  const [narrators, replicas] = await Promise.all([
    isSpoken ? queries.query(narratorsOptions()) : [],
    isConversation ? queries.query(replicasOptions()) : [],
  ]);
  return { narratorId: usualVoice(narrators, form), replicaId: replicas[0]?.id ?? null };
}

/** The voice of the questions so far, else the first of the language, else any. */
export function usualVoice(narrators: readonly Narrator[], form: InterviewForm): string | null {
  const own = form.questions.find(({ narratorId }) => narratorId !== null)?.narratorId;
  if (own !== undefined && own !== null) return own;
  return (voicesFor(narrators, form.language)[0] ?? narrators[0])?.id ?? null;
}

/** The voices that speak a language, those of its own region first. */
export function voicesFor(narrators: readonly Narrator[], language: string): Narrator[] {
  const fits = (narrator: Narrator) => primary(narrator.language) === primary(language);
  const isOwn = (narrator: Narrator) => narrator.language.toLowerCase() === language.toLowerCase();
  const fitting = narrators.filter(fits);
  return [...fitting.filter(isOwn), ...fitting.filter((each) => !isOwn(each))];
}

function primary(language: string): string {
  return (language.split("-")[0] ?? "").toLowerCase();
}
