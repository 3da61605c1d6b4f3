import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { NEW_WORKFLOW_ADDRESS, workflowAddress } from "../../addresses";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { EmptyState } from "../../design/EmptyState";
import { Failure } from "../../design/Failure";
import { WorkflowsIcon } from "../../design/icons";
import { ScreenLink } from "../../design/ScreenLink";
import { ScreenHeading } from "../../design/shell/ScreenHeading";
import { type Column, Table } from "../../design/Table";
import { STEP_TYPES } from "../../design/step-types";
import { phrase } from "../../language/catalogue";
import { formatAgo, formatDateTime } from "../../language/format";
import type { Workflow } from "../../service/records";
import { lacksWorkflows, workflowResourcesOptions, workflowsOptions } from "../../service/workflows";
import { useMayDo } from "../../session/use-session";
import { titlesOf } from "./titles";
import styles from "./Workflows.module.css";

/** The workflows of the team: which steps candidates take. */
export default function Workflows() {
  const [, navigate] = useLocation();
  const mayManage = useMayDo("manageWorkflows");
  const workflows = useQuery(workflowsOptions());
  const isLacking = lacksWorkflows(workflows.error);
  return (
    <>
      <ScreenHeading
        actions={
          mayManage &&
          !isLacking && (
            <Button look="primary" onPress={() => navigate(NEW_WORKFLOW_ADDRESS)}>
              {phrase("workflows.new")}
            </Button>
          )
        }
        title={phrase("screen.workflows")}
      />
      {isLacking && <Nothing kind="lacking" />}
      {workflows.isError && !isLacking && (
        <Failure error={workflows.error} onRetry={() => void workflows.refetch()} />
      )}
      {workflows.data?.length === 0 && <Nothing kind="empty" />}
      {(workflows.isPending || (workflows.data?.length ?? 0) > 0) && (
        <WorkflowTable isPending={workflows.isPending} workflows={workflows.data ?? []} />
      )}
    </>
  );
}

function Nothing({ kind }: { kind: "lacking" | "empty" }) {
  const isEmpty = kind === "empty";
  return (
    <Card>
      <EmptyState
        advice={phrase(isEmpty ? "workflows.empty.advice" : "workflows.lacking.advice")}
        icon={WorkflowsIcon}
        title={phrase(isEmpty ? "workflows.empty" : "workflows.lacking")}
      />
    </Card>
  );
}

interface WorkflowTableProps {
  workflows: readonly Workflow[];
  isPending: boolean;
}

function WorkflowTable({ workflows, isPending }: WorkflowTableProps) {
  const resources = useQuery({ ...workflowResourcesOptions(), enabled: workflows.length > 0 });
  const titles = titlesOf(resources.data);
  const columns: readonly Column<Workflow>[] = [
    {
      id: "name",
      title: phrase("workflows.column.name"),
      isRowHeader: true,
      cell: ({ id, name }) => (
        <ScreenLink to={workflowAddress(id)}>
          <span dir="auto">{name}</span>
        </ScreenLink>
      ),
    },
    {
      id: "steps",
      title: phrase("workflows.column.steps"),
      cell: ({ steps }) => (
        <ol className={styles.steps}>
          {steps.map(({ id, stepType, artifactId }) => (
            <li className={styles.step} dir="auto" key={id}>
              {titles.get(artifactId) ?? phrase(STEP_TYPES[stepType])}
            </li>
          ))}
        </ol>
      ),
    },
    {
      id: "changed",
      title: phrase("workflows.column.changed"),
      isHiddenOnPhone: true,
      cell: ({ updatedAt }) => (
        <time dateTime={updatedAt} title={formatDateTime(updatedAt)}>
          {formatAgo(updatedAt)}
        </time>
      ),
    },
  ];
  return (
    <Table
      columns={columns}
      isPending={isPending}
      keyOf={({ id }) => id}
      label={phrase("screen.workflows")}
      rows={workflows}
    />
  );
}
