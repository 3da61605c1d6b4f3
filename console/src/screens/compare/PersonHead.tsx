import { useState } from "react";
import { candidateInterviewAddress } from "../../addresses";
import { Button } from "../../design/Button";
import { InterviewStatus } from "../../design/InterviewStatus";
import { ScreenLink } from "../../design/ScreenLink";
import { Status } from "../../design/Status";
import { DECISIONS } from "../../dialogs/decide/decisions";
import { LazyDecideDialog } from "../../dialogs/decide/LazyDecideDialog";
import { phrase } from "../../language/catalogue";
import { useMayDo } from "../../session/use-session";
import styles from "./PersonHead.module.css";
import type { Side } from "./rows";

/** Who it is, what became of them, and the way to decide. */
export function PersonHead({ side }: { side: Side }) {
  const { interview, name, decision } = side;
  const mayDecide = useMayDo("decide");
  const [isDeciding, setDeciding] = useState(false);
  return (
    <div className={styles.head}>
      <ScreenLink
        to={candidateInterviewAddress(interview.candidateId, interview.id)}
        way={{ candidateName: name }}
      >
        <span dir="auto">{name}</span>
      </ScreenLink>
      {decision === null ? (
        <InterviewStatus status={interview.status} />
      ) : (
        <Status tone={DECISIONS[decision].tone}>{phrase(DECISIONS[decision].past)}</Status>
      )}
      {mayDecide && (
        <Button
          aria-label={phrase("compare.decide.of", { name })}
          onPress={() => setDeciding(true)}
          size="small"
        >
          {phrase("compare.decide")}
        </Button>
      )}
      {isDeciding && (
        <LazyDecideDialog
          candidateInterviewId={interview.id}
          isCompleted={interview.completedAt !== null}
          name={name}
          onClose={() => setDeciding(false)}
        />
      )}
    </div>
  );
}
