import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useAnnounce } from "../../design/Announcer";
import { Dialog } from "../../design/Dialog";
import { phrase } from "../../language/catalogue";
import { decideOptions } from "../../service/candidate-interviews";
import type { DecisionWord } from "../../service/records";
import { useDraft } from "../../session/use-draft";
import { DecisionForm } from "./DecisionForm";
import { DECISIONS } from "./decisions";

export interface DecideDialogProps {
  candidateInterviewId: string;
  name: string;
  isCompleted: boolean;
  onClose: () => void;
}

/** Decides about a candidate without leaving the screen. */
export default function DecideDialog({
  candidateInterviewId,
  name,
  isCompleted,
  onClose,
}: DecideDialogProps) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const deciding = useMutation(decideOptions(candidateInterviewId, queries));
  const [reason, setReason] = useDraft(`reason:${candidateInterviewId}`);
  const store = (decision: DecisionWord, notify: boolean) =>
    deciding.mutate(
      { decision, reason: reason.trim(), notify },
      {
        onSuccess: () => {
          setReason("");
          announce(phrase("decision.stored", { decision: phrase(DECISIONS[decision].past) }));
          onClose();
        },
      },
    );
  return (
    <Dialog isOpen onClose={onClose} title={phrase("compare.decide.of", { name })}>
      <DecisionForm
        error={deciding.error}
        isCompleted={isCompleted}
        isPending={deciding.isPending}
        onReasonChange={setReason}
        onStore={store}
        reason={reason}
        takesFocus
      />
    </Dialog>
  );
}
