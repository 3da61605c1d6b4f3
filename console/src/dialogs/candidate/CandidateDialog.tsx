import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useAnnounce } from "../../design/Announcer";
import { Dialog } from "../../design/Dialog";
import { Failure } from "../../design/Failure";
import { Skeleton } from "../../design/Skeleton";
import { phrase } from "../../language/catalogue";
import {
  type CandidateState,
  candidateStateOptions,
  changeCandidateOptions,
  createCandidateOptions,
} from "../../service/candidates";
import type { Candidate } from "../../service/records";
import { CandidateForm } from "./CandidateForm";
import { changesOf, fieldsOf, ownBody } from "./candidate-fields";

export interface CandidateDialogProps {
  /** Who is changed; null to add somebody. */
  candidateId: string | null;
  onClose: () => void;
  onSaved?: (candidate: Candidate) => void;
}

/** Adds a candidate, or changes one. */
export default function CandidateDialog({ candidateId, ...rest }: CandidateDialogProps) {
  return (
    <Dialog
      isOpen
      onClose={rest.onClose}
      title={phrase(candidateId === null ? "candidateForm.add" : "candidateForm.edit")}
    >
      {candidateId === null ? (
        <NewCandidate {...rest} />
      ) : (
        <StoredCandidate candidateId={candidateId} {...rest} />
      )}
    </Dialog>
  );
}

type ContentProps = Omit<CandidateDialogProps, "candidateId">;

function NewCandidate({ onClose, onSaved }: ContentProps) {
  const announce = useAnnounce();
  const adding = useMutation(createCandidateOptions(useQueryClient()));
  return (
    <CandidateForm
      before={null}
      error={adding.error}
      isPending={adding.isPending}
      onSave={(fields) =>
        adding.mutate(ownBody(fields), {
          onSuccess: (added) => {
            announce(phrase("candidateForm.added", { name: nameOf(added) }));
            onClose();
            onSaved?.(added);
          },
        })
      }
    />
  );
}

function StoredCandidate({ candidateId, ...rest }: ContentProps & { candidateId: string }) {
  const stored = useQuery({ ...candidateStateOptions(candidateId), refetchOnWindowFocus: false });
  if (stored.isError) return <Failure error={stored.error} onRetry={() => void stored.refetch()} />;
  if (stored.isPending) return <Skeleton lines={8} />;
  return (
    <ChangeCandidate
      key={stored.data.etag}
      onLoadAgain={() => void stored.refetch()}
      state={stored.data}
      {...rest}
    />
  );
}

interface ChangeCandidateProps extends ContentProps {
  state: CandidateState;
  onLoadAgain: () => void;
}

function ChangeCandidate({ state, onLoadAgain, onClose, onSaved }: ChangeCandidateProps) {
  const announce = useAnnounce();
  const changing = useMutation(changeCandidateOptions(state, useQueryClient()));
  const before = fieldsOf(state.candidate);
  return (
    <CandidateForm
      before={before}
      error={changing.error}
      isPending={changing.isPending}
      onLoadAgain={onLoadAgain}
      onSave={(fields) =>
        changing.mutate(changesOf(fields, before), {
          onSuccess: (changed) => {
            announce(phrase("candidateForm.saved", { name: nameOf(changed) }));
            onClose();
            onSaved?.(changed);
          },
        })
      }
    />
  );
}

function nameOf({ firstName, lastName }: Candidate): string {
  return `${firstName} ${lastName}`;
}
