import type { Tone } from "../../design/Status";
import type { PhraseName } from "../../language/catalogue";
import type { DecisionWord } from "../../service/records";

interface Words {
  /** What the button says. */
  name: PhraseName;
  /** What became of the candidate. */
  past: PhraseName;
  tone: Tone;
  /** The key that chooses it. */
  key: string;
}

export const DECISIONS: Readonly<Record<DecisionWord, Words>> = {
  advance: { name: "decision.advance", past: "decision.advance.past", tone: "good", key: "a" },
  hold: { name: "decision.hold", past: "decision.hold.past", tone: "caution", key: "h" },
  reject: { name: "decision.reject", past: "decision.reject.past", tone: "bad", key: "r" },
};

export const DECISION_WORDS = ["advance", "hold", "reject"] as const satisfies readonly DecisionWord[];
