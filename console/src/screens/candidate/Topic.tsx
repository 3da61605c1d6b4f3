import { useRef, useState } from "react";
import { Button } from "../../design/Button";
import { Meter } from "../../design/Meter";
import { Status } from "../../design/Status";
import { phrase, type PhraseName } from "../../language/catalogue";
import { formatList, formatNumber, formatPercent } from "../../language/format";
import { useNames } from "../../service/people";
import type { ScoreChange, TopicScore } from "../../service/records";
import { useMayDo } from "../../session/use-session";
import { Quotation } from "./Quotation";
import { ScoreForm } from "./ScoreForm";
import styles from "./Topic.module.css";

interface TopicProps {
  candidateInterviewId: string;
  topic: TopicScore;
  /** The newest change of the score by a person. */
  change: ScoreChange | undefined;
}

const REASONS: Readonly<Record<TopicScore["loweredBy"][number], PhraseName>> = {
  few_words: "confidence.few_words",
  poor_transcription: "confidence.poor_transcription",
  other_language: "confidence.other_language",
  instructs_scorer: "confidence.instructs_scorer",
};

/** A topic of the scorecard: how it was scored, why, and by which words. */
export function Topic({ candidateInterviewId, topic, change }: TopicProps) {
  const mayScore = useMayDo("score");
  const [isCorrecting, setCorrecting] = useState(false);
  const correct = useRef<HTMLButtonElement>(null);
  const close = () => {
    setCorrecting(false);
    // The button is there again after the form has gone.
    requestAnimationFrame(() => correct.current?.focus());
  };
  return (
    <li className={styles.topic}>
      <div className={styles.head}>
        <h3 className={styles.name} dir="auto">
          {topic.topic}
        </h3>
        <strong className={styles.score}>
          {topic.score === null ? phrase("score.none") : formatNumber(topic.score)}
        </strong>
      </div>
      {topic.score !== null && <Meter value={topic.score} />}
      <p className={styles.facts}>
        <span>{phrase("scorecard.weight", { weight: formatPercent(topic.weight / 100) })}</span>
        {topic.scoredBy === "person" ? <ByPerson change={change} /> : <span>{confidenceOf(topic)}</span>}
      </p>
      {topic.explanation !== "" && (
        <p className={styles.explanation} dir="auto">
          {topic.explanation}
        </p>
      )}
      {topic.evidence.length > 0 && (
        <ul className={styles.evidence}>
          {topic.evidence.map((words, number) => (
            <Quotation key={words} number={number} topic={topic} words={words} />
          ))}
        </ul>
      )}
      {topic.askNext !== null && (
        <p className={styles.ask} dir="auto">
          <strong>{phrase("scorecard.askNext")}</strong> {topic.askNext}
        </p>
      )}
      {mayScore && !isCorrecting && (
        <Button
          aria-label={phrase("scoreForm.correct.topic", { topic: topic.topic })}
          className={styles.correct}
          look="quiet"
          onPress={() => setCorrecting(true)}
          ref={correct}
          size="small"
        >
          {phrase("scoreForm.correct")}
        </Button>
      )}
      {isCorrecting && (
        <ScoreForm candidateInterviewId={candidateInterviewId} onClose={close} topic={topic} />
      )}
    </li>
  );
}

function ByPerson({ change }: { change: ScoreChange | undefined }) {
  const nameOf = useNames();
  const name = nameOf(change?.userId ?? null);
  const before = change?.from ?? null;
  return (
    <Status tone="accent">
      {before === null
        ? phrase("scorecard.by", { name })
        : phrase("scorecard.byBefore", { name, score: before })}
    </Status>
  );
}

function confidenceOf({ confidence, loweredBy }: TopicScore): string {
  const percent = formatPercent(confidence);
  if (loweredBy.length === 0) return phrase("confidence.of", { percent });
  const reasons = formatList(loweredBy.map((reason) => phrase(REASONS[reason])));
  return phrase("confidence.reason", { percent, reasons });
}
