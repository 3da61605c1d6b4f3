import { FormFault } from "../../design/FormFault";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { Checkbox } from "../../design/Checkbox";
import { Dialog } from "../../design/Dialog";
import { Failure } from "../../design/Failure";
import { Field } from "../../design/Field";
import { NumberField } from "../../design/NumberField";
import { Skeleton } from "../../design/Skeleton";
import { counted, phrase } from "../../language/catalogue";
import type { WorkflowDetail } from "../../service/records";
import { applyWorkflowOptions, workflowResourcesOptions } from "../../service/workflows";
import styles from "./Assignments.module.css";

export interface ApplyDialogProps {
  workflow: WorkflowDetail;
  onClose: () => void;
}

/** Has jobs and job families follow the workflow. */
export default function ApplyDialog({ workflow, onClose }: ApplyDialogProps) {
  return (
    <Dialog isOpen onClose={onClose} title={phrase("workflows.apply.title", { name: workflow.name })}>
      <ApplyForm onClose={onClose} workflow={workflow} />
    </Dialog>
  );
}

/** From how many jobs on it is easier to search than to look. */
const MANY = 8;
const MOST_SHOWN = 50;
const HIGHEST = 100;

function ApplyForm({ workflow, onClose }: ApplyDialogProps) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const [jobIds, setJobIds] = useState<readonly string[]>([]);
  const [familyIds, setFamilyIds] = useState<readonly string[]>([]);
  const [threshold, setThreshold] = useState<number | null>(null);
  const [isOverride, setOverride] = useState(false);
  const [wasSent, setSent] = useState(false);
  const applying = useMutation(applyWorkflowOptions(workflow.id, queries));
  const chosen = jobIds.length + (isOverride ? 0 : familyIds.length);
  const isWrong = threshold !== null && (threshold < 0 || threshold > HIGHEST);
  const apply = (event: SubmitEvent) => {
    event.preventDefault();
    setSent(true);
    if (chosen === 0 || isWrong) return;
    const jobFamilyIds = isOverride ? [] : [...familyIds];
    applying.mutate(
      { jobIds: [...jobIds], jobFamilyIds, initialScoreThreshold: threshold, isOverride },
      {
        onSuccess: () => {
          announce(counted("workflows.applied", chosen));
          onClose();
        },
      },
    );
  };
  return (
    <form className={styles.form} noValidate onSubmit={apply}>
      <Targets
        familyIds={familyIds}
        jobIds={jobIds}
        onFamilies={isOverride ? null : setFamilyIds}
        onJobs={setJobIds}
      />
      {wasSent && chosen === 0 && <FormFault>{phrase("workflows.apply.missing")}</FormFault>}
      <Checkbox
        description={phrase("workflows.override.words")}
        isSelected={isOverride}
        label={phrase("workflows.override")}
        onChange={setOverride}
      />
      <NumberField
        description={phrase("workflows.initial.words")}
        error={isWrong ? phrase("workflows.problem.score") : undefined}
        label={phrase("workflows.initial")}
        onChange={setThreshold}
        value={threshold}
      />
      {applying.isError && <Failure error={applying.error} />}
      <Button isPending={applying.isPending} look="primary" type="submit">
        {phrase("workflows.apply.button")}
      </Button>
    </form>
  );
}

interface TargetsProps {
  jobIds: readonly string[];
  familyIds: readonly string[];
  onJobs: (ids: readonly string[]) => void;
  /** Null where families cannot be chosen. */
  onFamilies: ((ids: readonly string[]) => void) | null;
}

function Targets({ jobIds, familyIds, onJobs, onFamilies }: TargetsProps) {
  const resources = useQuery(workflowResourcesOptions());
  const [search, setSearch] = useState("");
  if (resources.isError) return <Failure error={resources.error} onRetry={() => void resources.refetch()} />;
  if (resources.data === undefined) return <Skeleton lines={4} />;
  const { jobs, jobFamilies } = resources.data;
  const words = search.trim().toLocaleLowerCase();
  const found = jobs.filter(
    ({ id, title }) => jobIds.includes(id) || title.toLocaleLowerCase().includes(words),
  );
  return (
    <>
      {jobs.length > MANY && (
        <Field label={phrase("workflows.apply.search")} onChange={setSearch} type="search" value={search} />
      )}
      <CheckList
        chosen={jobIds}
        legend={phrase("screen.jobs")}
        nothing={phrase("workflows.apply.noJobs")}
        onChange={onJobs}
        options={found.slice(0, MOST_SHOWN).map(({ id, title }) => ({ id, name: title }))}
      />
      {onFamilies !== null && jobFamilies.length > 0 && (
        <CheckList
          chosen={familyIds}
          legend={phrase("workflows.families")}
          nothing=""
          onChange={onFamilies}
          options={jobFamilies.map(({ id, displayName }) => ({ id, name: displayName }))}
        />
      )}
    </>
  );
}

interface CheckListProps {
  legend: string;
  options: readonly { id: string; name: string }[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  /** What stands there without options. */
  nothing: string;
}

function CheckList({ legend, options, chosen, onChange, nothing }: CheckListProps) {
  return (
    <fieldset className={styles.targets}>
      <legend className={styles.legend}>{legend}</legend>
      {options.length === 0 && <p>{nothing}</p>}
      {options.map(({ id, name }) => (
        <Checkbox
          isSelected={chosen.includes(id)}
          key={id}
          label={name}
          onChange={(isChosen) => onChange(isChosen ? [...chosen, id] : chosen.filter((each) => each !== id))}
        />
      ))}
    </fieldset>
  );
}
