import { Card } from "../../design/Card";
import { phrase } from "../../language/catalogue";
import type { Results, ScoreChange } from "../../service/records";
import styles from "./Scorecard.module.css";
import { Topic } from "./Topic";

interface ScorecardProps {
  results: Results;
  /** Newest first. */
  changes: readonly ScoreChange[];
  /** Whether the person has just given the scores for which it was hidden. */
  takesFocus: boolean;
}

export function Scorecard({ results, changes, takesFocus }: ScorecardProps) {
  const topics = results.scoreCard?.topicScores ?? [];
  if (results.takenAt === null || results.summaryStatus === "processing") return null;
  return (
    <Card takesFocus={takesFocus} title={phrase("scorecard.title")}>
      {topics.length === 0 && <p className={styles.quiet}>{phrase("scorecard.none")}</p>}
      <ul className={styles.topics}>
        {topics.map((topic) => (
          <Topic
            candidateInterviewId={results.candidateInterviewId}
            change={changes.find((change) => change.topic === topic.topic)}
            key={topic.topic}
            topic={topic}
          />
        ))}
      </ul>
    </Card>
  );
}
