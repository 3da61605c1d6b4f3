import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { Disclosure } from "../../design/Disclosure";
import { Failure } from "../../design/Failure";
import { Score } from "../../design/Score";
import { Switch } from "../../design/Switch";
import { phrase } from "../../language/catalogue";
import { evaluateOptions } from "../../service/candidate-interviews";
import type { Results } from "../../service/records";
import styles from "./Overview.module.css";

interface OverviewProps {
  results: Results;
  isBlind: boolean;
  /** Whether scores are hidden, because the person has still to give their own. */
  isHidden: boolean;
  onBlindChange: (isBlind: boolean) => void;
}

/** The score of the whole, and what it says in a few sentences. */
export function Overview({ results, isBlind, isHidden, onBlindChange }: OverviewProps) {
  const { score, summary, scoreCard } = results;
  return (
    <Card
      actions={
        scoreCard !== null && (
          <Switch isSelected={isBlind} onChange={onBlindChange}>
            {phrase("blind.switch")}
          </Switch>
        )
      }
      title={phrase("overview.title")}
    >
      <div className={styles.overview}>
        <div className={styles.score}>
          <Score score={isHidden ? null : score} size="large" />
        </div>
        <div className={styles.words}>
          {isHidden ? <p className={styles.quiet}>{phrase("blind.hidden")}</p> : <State results={results} />}
          {!isHidden && summary !== null && <p dir="auto">{summary}</p>}
        </div>
      </div>
      {!isHidden && scoreCard !== null && scoreCard.overallExplanation !== "" && (
        <Disclosure level={3} title={phrase("scorecard.how")}>
          <p className={styles.quiet} dir="auto">
            {scoreCard.overallExplanation}
          </p>
        </Disclosure>
      )}
    </Card>
  );
}

/** How far the evaluation is, where that is not told by the summary. */
function State({ results }: { results: Results }) {
  const { summaryStatus, takenAt, summary, candidateInterviewId } = results;
  if (takenAt === null) return <p className={styles.quiet}>{phrase("overview.notStarted")}</p>;
  if (summaryStatus === "processing") return <p role="status">{phrase("overview.evaluating")}</p>;
  if (summaryStatus === "error") return <EvaluationFailed candidateInterviewId={candidateInterviewId} />;
  return summary === null ? <p className={styles.quiet}>{phrase("overview.none")}</p> : null;
}

function EvaluationFailed({ candidateInterviewId }: { candidateInterviewId: string }) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const evaluating = useMutation(evaluateOptions(candidateInterviewId, queries));
  const evaluate = () =>
    evaluating.mutate(undefined, { onSuccess: () => announce(phrase("overview.evaluated")) });
  return (
    <>
      <p role="alert">{phrase("overview.failed")}</p>
      <Button isPending={evaluating.isPending} onPress={evaluate} size="small">
        {phrase("overview.evaluate")}
      </Button>
      {evaluating.isError && <Failure error={evaluating.error} />}
    </>
  );
}
