import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAnnounce } from "../../design/Announcer";
import { ConfirmDialog } from "../../design/ConfirmDialog";
import { FormSelect } from "../../design/FormSelect";
import { phrase } from "../../language/catalogue";
import { overrideWorkflowOptions } from "../../service/job-workflows";
import type { EffectiveWorkflow, JobDetail } from "../../service/records";
import { workflowsOptions } from "../../service/workflows";

interface ChooseWorkflowProps {
  job: JobDetail;
  workflow: EffectiveWorkflow;
  onClose: () => void;
}

/** Gives the job a workflow of its own, whatever its families have; or leaves it to these again. */
export function ChooseWorkflow({ job, workflow, onClose }: ChooseWorkflowProps) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const workflows = useQuery(workflowsOptions());
  const [templateId, setTemplateId] = useState(workflow.template?.id ?? "");
  const overriding = useMutation(overrideWorkflowOptions(queries));
  const save = () =>
    overriding.mutate(
      { jobId: job.id, templateId: templateId === "" ? null : templateId },
      {
        onSuccess: () => {
          announce(phrase("job.workflow.changed"));
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      action={phrase("shared.save")}
      error={overriding.error ?? workflows.error}
      isOpen
      isPending={overriding.isPending}
      onClose={onClose}
      onConfirm={save}
      title={phrase("job.workflow.change")}
      words={phrase("job.workflow.words")}
    >
      <FormSelect
        choices={[
          { id: "", name: phrase("job.workflow.inherit") },
          ...(workflows.data ?? []).map(({ id, name }) => ({ id, name })),
        ]}
        label={phrase("job.workflow")}
        onChange={setTemplateId}
        value={templateId}
      />
    </ConfirmDialog>
  );
}
