/** Where somebody stands in words. */

import type { Tone } from "../../design/Status";
import { phrase, type PhraseName } from "../../language/catalogue";
import { type Person, scoreOf, type Scores, type State } from "./progress";

interface Words {
  name: PhraseName;
  tone: Tone;
}

const WORDS: Readonly<Record<State, Words>> = {
  pending: { name: "job.state.pending", tone: "neutral" },
  invited: { name: "job.state.invited", tone: "neutral" },
  in_progress: { name: "job.state.in_progress", tone: "accent" },
  answered: { name: "job.state.answered", tone: "accent" },
  waiting_for_score: { name: "job.state.waiting_for_score", tone: "caution" },
  waiting_for_person: { name: "job.state.waiting_for_person", tone: "caution" },
  completed: { name: "job.state.completed", tone: "good" },
  failed_gate: { name: "job.state.failed_gate", tone: "bad" },
  failed_by_person: { name: "job.state.failed_by_person", tone: "bad" },
  failed_before: { name: "job.state.failed_before", tone: "bad" },
  stopped: { name: "job.state.stopped", tone: "neutral" },
};

/** What is told of a state beside its name; null where the name says it all. */
const DETAILS: Readonly<Partial<Record<State, PhraseName>>> = {
  waiting_for_person: "job.state.below",
  failed_gate: "job.state.below",
};

export function stateWords(state: State): { words: string; tone: Tone } {
  const { name, tone } = WORDS[state];
  return { words: phrase(name), tone };
}

/** By which score a gate has stopped somebody; null where scores play no part. */
export function gateWords({ state, step }: Person, scores: Scores): string | null {
  const name = DETAILS[state];
  if (name === undefined || step === null) return null;
  return phrase(name, { score: scoreOf(step, scores) ?? "", threshold: step.scoreThreshold ?? "" });
}
