import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { interviewAddress, newInterviewAddress, workflowAddress } from "../../addresses";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { Failure } from "../../design/Failure";
import { ScreenLink } from "../../design/ScreenLink";
import { Skeleton } from "../../design/Skeleton";
import { phrase, type PhraseName } from "../../language/catalogue";
import { formatNumber } from "../../language/format";
import { interviewOptions } from "../../service/interviews";
import { effectiveWorkflowOptions } from "../../service/job-workflows";
import type { EffectiveWorkflow, JobDetail, WorkflowStep } from "../../service/records";
import { useMayDo } from "../../session/use-session";
import { ChooseInterview } from "./ChooseInterview";
import { ChooseWorkflow } from "./ChooseWorkflow";
import styles from "./JobProcess.module.css";
import { useStepNames } from "./step-names";

const SOURCES: Readonly<Record<EffectiveWorkflow["source"], PhraseName>> = {
  job_override: "job.workflow.job_override",
  job_template: "job.workflow.job_template",
  job_family: "job.workflow.job_family",
  none: "job.workflow.none",
};

/** What candidates of the job go through. */
export function JobProcess({ job }: { job: JobDetail }) {
  const workflow = useQuery(effectiveWorkflowOptions(job.id));
  return (
    <Card className={styles.card} title={phrase("job.process")}>
      {workflow.isPending && <Skeleton lines={4} />}
      {workflow.isError && <Failure error={workflow.error} onRetry={() => void workflow.refetch()} />}
      {workflow.data === null && <p className={styles.quiet}>{phrase("job.workflow.notOffered")}</p>}
      {workflow.data != null && <Workflow job={job} workflow={workflow.data} />}
      <Attached
        interviewId={job.interviewId}
        job={job}
        kind="interview"
        none={phrase("job.interview.none")}
        title={phrase("job.interview")}
      />
      <Attached
        interviewId={job.screeningQuestionnaireId}
        job={job}
        kind="questionnaire"
        none={phrase("job.questionnaire.none")}
        title={phrase("job.questionnaire")}
      />
    </Card>
  );
}

function Workflow({ job, workflow }: { job: JobDetail; workflow: EffectiveWorkflow }) {
  const mayManage = useMayDo("manageJobs");
  const [isOpen, setOpen] = useState(false);
  const { template, source } = workflow;
  return (
    <div className={styles.part}>
      <h3 className={styles.name}>{phrase("job.workflow")}</h3>
      {template !== null && (
        <ScreenLink to={workflowAddress(template.id)}>
          <span dir="auto">{template.name}</span>
        </ScreenLink>
      )}
      <p className={styles.quiet}>{phrase(SOURCES[source])}</p>
      {template !== null && <Steps steps={template.steps} />}
      {mayManage && (
        <Button onPress={() => setOpen(true)} size="small">
          {phrase("job.workflow.change")}
        </Button>
      )}
      {isOpen && <ChooseWorkflow job={job} onClose={() => setOpen(false)} workflow={workflow} />}
    </div>
  );
}

function Steps({ steps }: { steps: readonly WorkflowStep[] }) {
  const nameOf = useStepNames(steps);
  return (
    <ol className={styles.steps}>
      {steps.map((step) => (
        <li key={step.id}>
          <span className={styles.number}>{formatNumber(step.position)}</span>
          <span>
            <span dir="auto">{nameOf(step)}</span>
            {step.scoreThreshold !== null && <span className={styles.quiet}>{gateOf(step)}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Who decides at the end of a step, and by which score. */
function gateOf({ scoreThreshold, gateMode }: WorkflowStep): string {
  const name = gateMode === "confirm" ? "job.gate.confirm" : "job.gate.automatic";
  return phrase(name, { score: scoreThreshold ?? 0 });
}

interface AttachedProps {
  job: JobDetail;
  kind: "interview" | "questionnaire";
  interviewId: string | null;
  title: string;
  none: string;
}

/** An interview that the job itself has, whatever its workflow. */
function Attached({ job, kind, interviewId, title, none }: AttachedProps) {
  const mayManage = useMayDo("manageJobs");
  const [isOpen, setOpen] = useState(false);
  const change = kind === "interview" ? "job.interview.change" : "job.questionnaire.change";
  return (
    <div className={styles.part}>
      <h3 className={styles.name}>{title}</h3>
      {interviewId === null ? (
        <p className={styles.quiet}>{none}</p>
      ) : (
        <InterviewLink interviewId={interviewId} />
      )}
      {mayManage && (
        <Button onPress={() => setOpen(true)} size="small">
          {phrase(change)}
        </Button>
      )}
      {mayManage && kind === "interview" && (
        <ScreenLink to={newInterviewAddress(job.id)}>{phrase("job.interview.make")}</ScreenLink>
      )}
      {isOpen && <ChooseInterview job={job} kind={kind} onClose={() => setOpen(false)} />}
    </div>
  );
}

function InterviewLink({ interviewId }: { interviewId: string }) {
  const interview = useQuery(interviewOptions(interviewId));
  if (interview.isPending) return <Skeleton />;
  return (
    <ScreenLink to={interviewAddress(interviewId)}>
      <span dir="auto">{interview.data?.title ?? phrase("job.interview.unknown")}</span>
    </ScreenLink>
  );
}
