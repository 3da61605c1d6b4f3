import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { jobAddress } from "../../addresses";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { ConfirmDialog } from "../../design/ConfirmDialog";
import { ScreenLink } from "../../design/ScreenLink";
import { phrase, type PhraseName } from "../../language/catalogue";
import type { Assignment, WorkflowDetail } from "../../service/records";
import { endAssignmentOptions, workflowResourcesOptions } from "../../service/workflows";
import { useMayDo } from "../../session/use-session";
import { LazyApplyDialog } from "./LazyApplyDialog";
import styles from "./Assignments.module.css";
import { titlesOf } from "./titles";

const SOURCES: Readonly<Record<Assignment["source"], PhraseName>> = {
  job_template: "workflows.source.job",
  job_family: "workflows.source.family",
  job_override: "workflows.source.override",
};

/** The jobs and job families that follow the workflow. */
export function Assignments({ workflow }: { workflow: WorkflowDetail }) {
  const mayManage = useMayDo("manageWorkflows");
  const [isApplying, setApplying] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const resources = useQuery(workflowResourcesOptions());
  const titles = titlesOf(resources.data);
  const { assignments } = workflow;
  return (
    <Card
      actions={
        mayManage &&
        workflow.archivedAt === null && (
          <Button look="primary" onPress={() => setApplying(true)}>
            {phrase("workflows.apply")}
          </Button>
        )
      }
      title={phrase("workflows.assignments")}
    >
      {assignments.length === 0 && <p>{phrase("workflows.assignments.none")}</p>}
      <ul className={styles.assignments} ref={list} tabIndex={-1}>
        {assignments.map((assignment) => (
          <li className={styles.assignment} key={assignment.id}>
            <OneAssignment
              assignment={assignment}
              mayEnd={mayManage}
              onEnded={() => list.current?.focus()}
              title={titles.get(assignment.targetId)}
            />
          </li>
        ))}
      </ul>
      <LazyApplyDialog isOpen={isApplying} onClose={() => setApplying(false)} workflow={workflow} />
    </Card>
  );
}

interface OneAssignmentProps {
  assignment: Assignment;
  title: string | undefined;
  mayEnd: boolean;
  onEnded: () => void;
}

function OneAssignment({ assignment, title, mayEnd, onEnded }: OneAssignmentProps) {
  const { source, targetType, targetId, initialScoreThreshold } = assignment;
  const name = title ?? phrase(SOURCES[source]);
  return (
    <>
      <p className={styles.words}>
        {targetType === "job" ? (
          <ScreenLink className={styles.name} to={jobAddress(targetId)}>
            <span dir="auto">{name}</span>
          </ScreenLink>
        ) : (
          <strong dir="auto">{name}</strong>
        )}
        <span className={styles.quiet}>{phrase(SOURCES[source])}</span>
        {initialScoreThreshold !== null && (
          <span className={styles.quiet}>
            {phrase("workflows.initial.of", { score: initialScoreThreshold })}
          </span>
        )}
      </p>
      {mayEnd && <EndAssignment assignment={assignment} name={name} onEnded={onEnded} />}
    </>
  );
}

interface EndAssignmentProps {
  assignment: Assignment;
  name: string;
  onEnded: () => void;
}

function EndAssignment({ assignment, name, onEnded }: EndAssignmentProps) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const [isOpen, setOpen] = useState(false);
  const ending = useMutation(endAssignmentOptions(queries));
  const end = () =>
    ending.mutate(assignment, {
      onSuccess: () => {
        announce(phrase("workflows.ended", { name }));
        setOpen(false);
        onEnded();
      },
    });
  return (
    <>
      <Button look="quiet" onPress={() => setOpen(true)} size="small">
        {phrase("workflows.end")}
        <span className="visually-hidden" dir="auto">
          {name}
        </span>
      </Button>
      <ConfirmDialog
        action={phrase("workflows.end")}
        error={ending.error}
        isOpen={isOpen}
        isPending={ending.isPending}
        look="danger"
        onClose={() => setOpen(false)}
        onConfirm={end}
        title={phrase("workflows.end.title", { name })}
        words={phrase("workflows.end.words")}
      />
    </>
  );
}
