import { phrase, type PhraseName } from "../../language/catalogue";
import type { Turn } from "../../service/records";
import { MarkedText } from "./MarkedText";
import type { Range } from "./marks";
import { Player } from "./Player";
import styles from "./TurnList.module.css";

interface TurnListProps {
  turns: readonly Turn[];
  /** The quotations in each turn, by its id. Left out where the turns only repeat what stands elsewhere. */
  ranges?: ReadonlyMap<string, readonly Range[]>;
  /** Whether the question itself, which stands above, is left out. */
  withoutQuestion?: boolean;
}

/** A conversation, or the part of it that belongs to a question. */
export function TurnList({ turns, ranges, withoutQuestion = false }: TurnListProps) {
  const shown = turns.filter(
    ({ kind, role }) => !(withoutQuestion && role === "interviewer" && kind === "question"),
  );
  return (
    <ol className={styles.turns}>
      {shown.map((turn) => (
        <OneTurn
          key={turn.id}
          ranges={ranges?.get(turn.id) ?? []}
          turn={turn}
          withPlayer={ranges !== undefined}
        />
      ))}
    </ol>
  );
}

interface OneTurnProps {
  turn: Turn;
  ranges: readonly Range[];
  withPlayer: boolean;
}

function OneTurn({ turn, ranges, withPlayer }: OneTurnProps) {
  const { id, role, kind, text, audioUrl, audioSeconds, machineTranscribed } = turn;
  const isCandidate = role === "candidate";
  const speaker = phrase(isCandidate ? "answer.candidate" : "answer.interviewer");
  const manner = mannerOf(turn);
  return (
    <li className={isCandidate ? styles.candidate : styles.interviewer}>
      <p className={styles.speaker}>
        <strong>{speaker}</strong> {manner !== null && phrase(manner)}
      </p>
      {kind === "silence" ? <p>{phrase("answer.silence")}</p> : <MarkedText ranges={ranges} text={text} />}
      {withPlayer && isCandidate && audioUrl !== null && (
        <Player address={audioUrl} length={audioSeconds ?? null} name={speaker} recordingId={id} />
      )}
      {machineTranscribed && <p className={styles.speaker}>{phrase("answer.machine")}</p>}
    </li>
  );
}

/** What is special about a turn, beside who took it. */
function mannerOf({ role, kind, questionId }: Turn): PhraseName | null {
  if (role === "candidate" && kind === "question") {
    return questionId === null ? "answer.ownQuestion" : "answer.askedBack";
  }
  return kind === "reply" ? "answer.told" : null;
}
