import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useAnnounce } from "../../design/Announcer";
import { Failure } from "../../design/Failure";
import { FormSelect } from "../../design/FormSelect";
import { STATUS_WORDS } from "../../design/InterviewStatus";
import { phrase } from "../../language/catalogue";
import {
  changeStatusOptions,
  COMPLETED_STATUSES,
  type CompletedStatus,
} from "../../service/candidate-interviews";
import type { CandidateInterview } from "../../service/records";

/** The status of an interview that is complete, which people set. */
export default function StatusChoice({ candidateInterview }: { candidateInterview: CandidateInterview }) {
  const { id, status } = candidateInterview;
  const announce = useAnnounce();
  const changing = useMutation(changeStatusOptions(id, useQueryClient()));
  const change = (chosen: CompletedStatus) =>
    changing.mutate(chosen, { onSuccess: () => announce(nameOf(chosen)) });
  return (
    <>
      <FormSelect
        choices={COMPLETED_STATUSES.map((each) => ({ id: each, name: nameOf(each) }))}
        isDisabled={changing.isPending}
        label={phrase("progress.status.title")}
        onChange={(chosen) => change(chosen as CompletedStatus)}
        value={changing.isPending ? changing.variables : (status ?? "new_response")}
      />
      {changing.isError && <Failure error={changing.error} />}
    </>
  );
}

function nameOf(status: CompletedStatus): string {
  return phrase(STATUS_WORDS[status][0]);
}
