import { useState } from "react";
import { Dialog } from "../../design/Dialog";
import { phrase } from "../../language/catalogue";
import { InviteForm } from "./InviteForm";
import { InviteResults } from "./InviteResults";
import type { Person } from "./people";
import type { ChosenTarget } from "./TargetChoice";
import { useSending } from "./use-sending";

/** Whoever is chosen before the dialog opens. */
export interface InvitedCandidate {
  id: string;
  firstName: string;
  lastName: string;
}

export interface InviteDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Whom to invite; without them the dialog asks. */
  candidates?: readonly InvitedCandidate[];
  /** The job or the interview to begin with. */
  jobId?: string;
  interviewId?: string;
}

/** Invites one or several people to an interview, or into the workflow of a job. */
export default function InviteDialog({ isOpen, onClose, candidates = [], ...rest }: InviteDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={phrase("invite.title")}>
      <Content candidates={candidates} onClose={onClose} {...rest} />
    </Dialog>
  );
}

type ContentProps = Omit<InviteDialogProps, "isOpen" | "candidates"> & {
  candidates: readonly InvitedCandidate[];
};

function Content({ candidates, onClose, jobId, interviewId }: ContentProps) {
  const sending = useSending();
  const [isDone, setDone] = useState(false);
  const [chosen] = useState(() => candidates.map(personOf));
  return (
    <>
      {isDone && <InviteResults onBack={() => setDone(false)} onClose={onClose} results={sending.results} />}
      {/* It keeps what was entered while the results are shown. */}
      <div hidden={isDone}>
        <InviteForm
          chosen={chosen}
          first={firstOf(jobId, interviewId)}
          onSent={() => setDone(true)}
          sending={sending}
        />
      </div>
    </>
  );
}

function firstOf(jobId: string | undefined, interviewId: string | undefined): ChosenTarget | null {
  if (jobId !== undefined) return { id: jobId, kind: "job" };
  return interviewId === undefined ? null : { id: interviewId, kind: "interview" };
}

function personOf({ id, firstName, lastName }: InvitedCandidate): Person {
  return { key: id, name: `${firstName} ${lastName}`, invitee: { candidateId: id } };
}
