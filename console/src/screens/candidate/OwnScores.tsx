import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { Failure } from "../../design/Failure";
import { phrase } from "../../language/catalogue";
import { changeScoresOptions } from "../../service/candidate-interviews";
import { EMPTY_SCORE, faultsOf, type OwnScore } from "./own-score";
import styles from "./OwnScores.module.css";
import { ScoreFields } from "./ScoreFields";

interface OwnScoresProps {
  candidateInterviewId: string;
  /** The topics that are still to be scored. */
  topics: readonly string[];
  onSaved: () => void;
}

/** The person's own scores, given before those of the machine are seen. */
export function OwnScores({ candidateInterviewId, topics, onSaved }: OwnScoresProps) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const saving = useMutation(changeScoresOptions(candidateInterviewId, queries));
  const [scores, setScores] = useState<ReadonlyMap<string, OwnScore>>(new Map());
  const [wasSent, setSent] = useState(false);
  const ownOf = (topic: string) => scores.get(topic) ?? EMPTY_SCORE;
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    setSent(true);
    if (topics.some((topic) => faultsOf(ownOf(topic)).length > 0)) return;
    const body = topics.map((topic) => {
      const { score, reason } = ownOf(topic);
      return { topic, score: score ?? 0, reason: reason.trim() };
    });
    saving.mutate(body, {
      onSuccess: () => {
        announce(phrase("blind.done"));
        onSaved();
      },
    });
  };
  return (
    <Card title={phrase("blind.title")}>
      <p className={styles.words}>{phrase("blind.words")}</p>
      <form className={styles.form} noValidate onSubmit={save}>
        {topics.map((topic) => (
          <fieldset className={styles.topic} key={topic}>
            <legend className={styles.name} dir="auto">
              {topic}
            </legend>
            <ScoreFields
              faults={wasSent ? faultsOf(ownOf(topic)) : []}
              onChange={(own) => setScores(new Map(scores).set(topic, own))}
              own={ownOf(topic)}
            />
          </fieldset>
        ))}
        {saving.isError && <Failure error={saving.error} />}
        <Button className={styles.save} isPending={saving.isPending} look="primary" type="submit">
          {phrase("blind.save")}
        </Button>
      </form>
    </Card>
  );
}
