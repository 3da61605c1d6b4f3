import { useState } from "react";
import { NEW_IMPORT_ADDRESS } from "../../addresses";
import { Button } from "../../design/Button";
import { ScreenLink } from "../../design/ScreenLink";
import { ScreenHeading } from "../../design/shell/ScreenHeading";
import { counted, phrase } from "../../language/catalogue";
import { LazyCandidateDialog } from "../../dialogs/candidate/LazyCandidateDialog";
import { InviteButton } from "../../dialogs/invite/InviteButton";
import type { Candidate } from "../../service/records";
import { useMayDo } from "../../session/use-session";
import styles from "./Candidates.module.css";

interface CandidatesHeadingProps {
  /** How many are shown; null before it is known. */
  count: number | null;
  hasMore: boolean;
  /** Whether some are chosen, for whom the invite stands beside them. */
  hasChosen: boolean;
  onAdded: (candidate: Candidate) => void;
}

export function CandidatesHeading({ count, hasMore, hasChosen, onAdded }: CandidatesHeadingProps) {
  const mayEdit = useMayDo("editCandidates");
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <ScreenHeading
        actions={
          mayEdit && (
            <>
              <ScreenLink className={styles.link} to={NEW_IMPORT_ADDRESS}>
                {phrase("candidates.import")}
              </ScreenLink>
              {!hasChosen && <InviteButton />}
              <Button look="primary" onPress={() => setAdding(true)}>
                {phrase("candidates.add")}
              </Button>
            </>
          )
        }
        below={
          <p className={styles.summary} role="status">
            {count !== null && counted(hasMore ? "candidates.shown.more" : "candidates.shown", count)}
          </p>
        }
        title={phrase("screen.candidates")}
      />
      {isAdding && (
        <LazyCandidateDialog candidateId={null} onClose={() => setAdding(false)} onSaved={onAdded} />
      )}
    </>
  );
}
