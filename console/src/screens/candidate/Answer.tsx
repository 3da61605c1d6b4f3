import { phrase, type PhraseName } from "../../language/catalogue";
import { formatNumber } from "../../language/format";
import type { Response } from "../../service/records";
import styles from "./Answer.module.css";
import { useEvidence } from "./evidence";
import { MarkedText } from "./MarkedText";
import { rangesByTurn, rangesOf } from "./marks";
import { Player } from "./Player";
import { TurnList } from "./TurnList";

interface AnswerProps {
  response: Response;
  number: number;
  isBlind: boolean;
}

export function Answer({ response, number, isBlind }: AnswerProps) {
  const { places } = useEvidence();
  const { questionId, questionText, questionTitle, transcription, audioUrl, audioSeconds, turns } = response;
  const ranges = isBlind ? [] : rangesOf(questionId, places);
  const question = questionText ?? questionTitle ?? "";
  const problem = problemOf(response);
  return (
    <li className={styles.answer}>
      <h3 className={styles.question} dir="auto">
        <span className={styles.number}>{formatNumber(number)}</span> {question}
      </h3>
      {audioUrl !== null && (
        <Player address={audioUrl} length={audioSeconds ?? null} name={question} recordingId={questionId} />
      )}
      {turns && turns.length > 0 ? (
        <TurnList ranges={rangesByTurn(transcription ?? "", turns, ranges)} turns={turns} withoutQuestion />
      ) : (
        <>
          {transcription ? (
            <MarkedText ranges={ranges} text={transcription} />
          ) : (
            problem === null && <p className={styles.quiet}>{phrase("answer.none")}</p>
          )}
          {problem !== null && <p className={styles.quiet}>{phrase(problem)}</p>}
        </>
      )}
    </li>
  );
}

/** What has to be known of a transcription; null where it can be taken as it is. */
function problemOf(response: Response): PhraseName | null {
  const { transcriptionStatus, transcriptionProblem, machineTranscribed } = response;
  if (transcriptionStatus === "unavailable") {
    return transcriptionProblem === "language"
      ? "answer.notUnderstood.language"
      : "answer.notUnderstood.recording";
  }
  if (transcriptionStatus === "poor") return "answer.poor";
  return machineTranscribed ? "answer.machine" : null;
}
