import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAnnounce } from "../../design/Announcer";
import { ConfirmDialog } from "../../design/ConfirmDialog";
import { FormSelect } from "../../design/FormSelect";
import { JOB_STATUSES } from "../../design/JobStatus";
import { phrase } from "../../language/catalogue";
import { changeJobOptions } from "../../service/jobs";
import type { JobDetail } from "../../service/records";
import { ENDS, TRANSITIONS } from "./transitions";

interface StatusDialogProps {
  job: JobDetail;
  onClose: () => void;
}

export function StatusDialog({ job, onClose }: StatusDialogProps) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const choices = TRANSITIONS[job.status];
  const [status, setStatus] = useState(choices[0] ?? job.status);
  const changing = useMutation(changeJobOptions(job.id, queries));
  const change = () =>
    changing.mutate(
      { change: { status }, state: null },
      {
        onSuccess: () => {
          announce(phrase("job.status.changed", { status: phrase(JOB_STATUSES[status][0]) }));
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      action={phrase("job.status.set")}
      error={changing.error}
      isOpen
      isPending={changing.isPending}
      onClose={onClose}
      onConfirm={change}
      title={phrase("job.changeStatus")}
      words={phrase(ENDS.has(status) ? "job.status.ends" : "job.status.words")}
    >
      <FormSelect
        choices={choices.map((id) => ({ id, name: phrase(JOB_STATUSES[id][0]) }))}
        label={phrase("job.status.label")}
        onChange={(id) => setStatus(choices.find((each) => each === id) ?? status)}
        value={status}
      />
    </ConfirmDialog>
  );
}
