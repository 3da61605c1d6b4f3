import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { ADDRESSES, jobAddress } from "../../addresses";
import { useAnnounce } from "../../design/Announcer";
import { FormSelect } from "../../design/FormSelect";
import { NeedsRole } from "../../design/NeedsRole";
import { ScreenHeading } from "../../design/shell/ScreenHeading";
import { phrase } from "../../language/catalogue";
import { interviewChoicesOptions } from "../../service/interviews";
import { overrideWorkflowOptions } from "../../service/job-workflows";
import { createJobOptions } from "../../service/jobs";
import { workflowsOptions } from "../../service/workflows";
import { JobForm } from "./JobForm";
import { useJobValues } from "./use-job-values";
import { EMPTY_JOB, type JobValues, newJobOf } from "./values";

const STATUSES = ["draft", "pending_approval", "active"] as const satisfies readonly JobValues["status"][];

const STATUS_NAMES = {
  draft: "jobForm.status.draft",
  pending_approval: "jobForm.status.pending_approval",
  active: "jobForm.status.active",
} as const;

export default function NewJob() {
  return (
    <>
      <ScreenHeading title={phrase("jobForm.new")} />
      <NeedsRole action="manageJobs">
        <NewJobForm />
      </NeedsRole>
    </>
  );
}

function NewJobForm() {
  const { values, change, forget } = useJobValues("job:new", EMPTY_JOB);
  const [, navigate] = useLocation();
  const announce = useAnnounce();
  const saving = useSaving(values);
  const save = () =>
    saving.mutate(undefined, {
      onSuccess: (jobId) => {
        forget();
        announce(phrase("jobForm.created", { title: values.title.trim() }));
        navigate(jobAddress(jobId), { replace: true });
      },
    });
  const cancel = () => {
    forget();
    navigate(ADDRESSES.jobs);
  };
  return (
    <JobForm
      error={saving.error}
      isPending={saving.isPending}
      onCancel={cancel}
      onChange={change}
      onSave={save}
      values={values}
    >
      <Process change={change} values={values} />
    </JobForm>
  );
}

/** Makes the job and then its workflow. Where the second fails, another attempt goes on from there. */
function useSaving(values: JobValues) {
  const queries = useQueryClient();
  const creating = useMutation(createJobOptions(queries));
  const overriding = useMutation(overrideWorkflowOptions(queries));
  const [madeId, setMadeId] = useState<string | null>(null);
  return useMutation({
    mutationFn: async () => {
      const jobId = madeId ?? (await creating.mutateAsync(newJobOf(values))).id;
      setMadeId(jobId);
      if (values.workflowId !== "") await overriding.mutateAsync({ jobId, templateId: values.workflowId });
      return jobId;
    },
  });
}

interface ProcessProps {
  values: JobValues;
  change: (change: Partial<JobValues>) => void;
}

/** What candidates of the job go through. */
function Process({ values, change }: ProcessProps) {
  const interviews = useQuery(interviewChoicesOptions()).data ?? [];
  const workflows = useQuery(workflowsOptions()).data ?? [];
  return (
    <>
      <FormSelect
        choices={STATUSES.map((id) => ({ id, name: phrase(STATUS_NAMES[id]) }))}
        label={phrase("jobForm.status")}
        onChange={(id) => change({ status: STATUSES.find((each) => each === id) ?? "draft" })}
        value={values.status}
      />
      {workflows.length > 0 && (
        <FormSelect
          choices={[
            { id: "", name: phrase("jobForm.workflow.none") },
            ...workflows.map(({ id, name }) => ({ id, name })),
          ]}
          description={phrase("jobForm.workflow.words")}
          label={phrase("jobForm.workflow")}
          onChange={(workflowId) => change({ workflowId })}
          value={values.workflowId}
        />
      )}
      <FormSelect
        choices={[
          { id: "", name: phrase("jobForm.interview.none") },
          ...interviews.map(({ id, title }) => ({ id, name: title })),
        ]}
        description={phrase("jobForm.interview.words")}
        label={phrase("jobForm.interview")}
        onChange={(interviewId) => change({ interviewId })}
        value={values.interviewId}
      />
    </>
  );
}
