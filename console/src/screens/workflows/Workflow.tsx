import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation, useParams } from "wouter";
import { ADDRESSES, workflowEditAddress } from "../../addresses";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { ConfirmedButton } from "../../design/ConfirmedButton";
import { EmptyState } from "../../design/EmptyState";
import { Failure } from "../../design/Failure";
import { WorkflowsIcon } from "../../design/icons";
import { ScreenHeading } from "../../design/shell/ScreenHeading";
import { Skeleton } from "../../design/Skeleton";
import { Status } from "../../design/Status";
import { phrase } from "../../language/catalogue";
import { isNotFound } from "../../service/errors";
import type { WorkflowDetail } from "../../service/records";
import { archiveWorkflowOptions, lacksWorkflows, workflowOptions } from "../../service/workflows";
import { useMayDo } from "../../session/use-session";
import { Assignments } from "./Assignments";
import { StepDrawing } from "./StepDrawing";

/** One workflow: its steps in words, and the jobs that follow it. */
export default function Workflow() {
  const { workflowId } = useParams<{ workflowId: string }>();
  const workflow = useQuery(workflowOptions(workflowId));
  if (isNotFound(workflow.error)) return <NoWorkflow />;
  if (workflow.data === undefined) {
    return (
      <>
        <ScreenHeading title={phrase("workflows.one")} />
        {workflow.isError ? (
          <Refused error={workflow.error} onRetry={() => void workflow.refetch()} />
        ) : (
          <Waiting />
        )}
      </>
    );
  }
  const { record } = workflow.data;
  return (
    <>
      <Head workflow={record} />
      <StepDrawing workflow={record} />
      <Assignments workflow={record} />
    </>
  );
}

function Head({ workflow }: { workflow: WorkflowDetail }) {
  const [, navigate] = useLocation();
  const mayManage = useMayDo("manageWorkflows");
  const isArchived = workflow.archivedAt !== null;
  return (
    <ScreenHeading
      actions={
        mayManage &&
        !isArchived && (
          <>
            <Button onPress={() => navigate(workflowEditAddress(workflow.id))}>
              {phrase("shared.edit")}
            </Button>
            <ArchiveWorkflow workflow={workflow} />
          </>
        )
      }
      below={
        <>
          {isArchived && <Status>{phrase("status.archived")}</Status>}
          {workflow.description !== null && <p dir="auto">{workflow.description}</p>}
        </>
      }
      title={workflow.name}
    />
  );
}

function ArchiveWorkflow({ workflow }: { workflow: WorkflowDetail }) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const [, navigate] = useLocation();
  const archiving = useMutation(archiveWorkflowOptions(workflow.id, queries));
  const archive = () =>
    archiving.mutate(undefined, {
      onSuccess: () => {
        announce(phrase("workflows.archived", { name: workflow.name }));
        navigate(ADDRESSES.workflows);
      },
    });
  return (
    <ConfirmedButton
      error={archiving.error}
      isPending={archiving.isPending}
      name={phrase("workflows.archive")}
      onConfirm={archive}
      title={phrase("workflows.archive.title", { name: workflow.name })}
      words={phrase("workflows.archive.words")}
    />
  );
}

interface RefusedProps {
  error: Error;
  onRetry: () => void;
}

/** That the organization has no workflows is no failure. */
export function Refused({ error, onRetry }: RefusedProps) {
  if (!lacksWorkflows(error)) return <Failure error={error} onRetry={onRetry} />;
  return (
    <Card>
      <EmptyState
        advice={phrase("workflows.lacking.advice")}
        icon={WorkflowsIcon}
        title={phrase("workflows.lacking")}
      />
    </Card>
  );
}

export function Waiting() {
  return (
    <Card>
      <p className="visually-hidden">{phrase("list.loading")}</p>
      <Skeleton lines={8} />
    </Card>
  );
}

export function NoWorkflow() {
  return (
    <>
      <ScreenHeading title={phrase("workflows.notFound")} />
      <EmptyState
        advice={phrase("workflows.notFound.advice")}
        icon={WorkflowsIcon}
        title={phrase("workflows.notFound")}
      />
    </>
  );
}
