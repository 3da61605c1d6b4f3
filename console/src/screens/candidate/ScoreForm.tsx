import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { Failure } from "../../design/Failure";
import { phrase } from "../../language/catalogue";
import { changeScoresOptions } from "../../service/candidate-interviews";
import type { TopicScore } from "../../service/records";
import { ScoreFields } from "./ScoreFields";
import { EMPTY_SCORE, faultsOf, type OwnScore } from "./own-score";
import styles from "./ScoreForm.module.css";

interface ScoreFormProps {
  candidateInterviewId: string;
  topic: TopicScore;
  onClose: () => void;
}

/** The score that a person gives in place of another, and why. */
export function ScoreForm({ candidateInterviewId, topic, onClose }: ScoreFormProps) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const saving = useMutation(changeScoresOptions(candidateInterviewId, queries));
  const [own, setOwn] = useState<OwnScore>({ ...EMPTY_SCORE, score: topic.score });
  const [wasSent, setSent] = useState(false);
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    setSent(true);
    const { score, reason } = own;
    if (score === null || faultsOf(own).length > 0) return;
    saving.mutate([{ topic: topic.topic, score, reason: reason.trim() }], {
      onSuccess: () => {
        announce(phrase("scoreForm.saved", { topic: topic.topic, score }));
        onClose();
      },
    });
  };
  return (
    <form className={styles.form} noValidate onSubmit={save}>
      <ScoreFields takesFocus faults={wasSent ? faultsOf(own) : []} onChange={setOwn} own={own} />
      {saving.isError && <Failure error={saving.error} />}
      <div className={styles.buttons}>
        <Button isPending={saving.isPending} look="primary" type="submit">
          {phrase("scoreForm.save")}
        </Button>
        <Button look="quiet" onPress={onClose}>
          {phrase("scoreForm.cancel")}
        </Button>
      </div>
    </form>
  );
}
