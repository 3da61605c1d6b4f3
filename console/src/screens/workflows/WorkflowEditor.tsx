import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useLocation, useParams } from "wouter";
import { ADDRESSES, workflowAddress } from "../../addresses";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { Failure } from "../../design/Failure";
import { useForm } from "../../design/use-form";
import { RefusedScreen } from "../../design/shell/RefusedScreen";
import { ScreenHeading } from "../../design/shell/ScreenHeading";
import { phrase } from "../../language/catalogue";
import { isNotFound } from "../../service/errors";
import { refusedMembers } from "../../service/errors";
import type { WorkflowDetail } from "../../service/records";
import type { Stored } from "../../service/stored";
import { saveWorkflowOptions, workflowOptions, workflowResourcesOptions } from "../../service/workflows";
import { useMayDo } from "../../session/use-session";
import { WORKFLOWS_ENTRY } from "./entry";
import { NoWorkflow, Refused, Waiting } from "./Workflow";
import { emptyForm, formOf, membersOf, problemsOf } from "./workflow-form";
import styles from "./WorkflowEditor.module.css";
import { WorkflowFields, type WorkflowFieldsProps } from "./WorkflowFields";

/** Makes a workflow, or changes one. */
export default function WorkflowEditor() {
  const { workflowId } = useParams<{ workflowId?: string }>();
  const mayManage = useMayDo("manageWorkflows");
  if (!mayManage) return <RefusedScreen entry={WORKFLOWS_ENTRY} />;
  return workflowId === undefined ? <Editor stored={null} /> : <Existing workflowId={workflowId} />;
}

function Existing({ workflowId }: { workflowId: string }) {
  const workflow = useQuery({
    ...workflowOptions(workflowId),
    refetchOnWindowFocus: false,
    staleTime: Infinity,
  });
  if (isNotFound(workflow.error)) return <NoWorkflow />;
  if (workflow.data !== undefined) {
    return (
      <Editor key={workflow.dataUpdatedAt} onReload={() => void workflow.refetch()} stored={workflow.data} />
    );
  }
  return (
    <>
      <ScreenHeading title={phrase("workflows.edit")} />
      {workflow.isError ? (
        <Refused error={workflow.error} onRetry={() => void workflow.refetch()} />
      ) : (
        <Waiting />
      )}
    </>
  );
}

interface EditorProps {
  stored: Stored<WorkflowDetail> | null;
  /** Reads the workflow again, without what was entered. */
  onReload?: () => void;
}

function Editor({ stored, onReload }: EditorProps) {
  const [, navigate] = useLocation();
  const resources = useQuery(workflowResourcesOptions());
  const record = stored?.record ?? null;
  const title =
    record === null ? phrase("workflows.new") : phrase("workflows.edit.of", { name: record.name });
  const back = record === null ? ADDRESSES.workflows : workflowAddress(record.id);
  return (
    <>
      <ScreenHeading title={title} />
      {resources.isError && <Refused error={resources.error} onRetry={() => void resources.refetch()} />}
      {resources.isPending && <Waiting />}
      {resources.data !== undefined && (
        <EditorForm resources={resources.data} stored={stored}>
          <Button onPress={() => navigate(back)}>{phrase("shared.cancel")}</Button>
          {onReload !== undefined && (
            <Button look="quiet" onPress={onReload}>
              {phrase("meetings.reload")}
            </Button>
          )}
        </EditorForm>
      )}
    </>
  );
}

interface EditorFormProps {
  stored: Stored<WorkflowDetail> | null;
  resources: WorkflowFieldsProps["resources"];
  /** What stands beside the button. */
  children: ReactNode;
}

function EditorForm({ stored, resources, children }: EditorFormProps) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const [, navigate] = useLocation();
  const [entered, setEntered] = useState(() => (stored === null ? emptyForm() : formOf(stored.record)));
  const saving = useMutation(saveWorkflowOptions(queries));
  const problems = problemsOf(entered);
  const refused = refusedMembers(saving.error);
  const save = () =>
    saving.mutate(
      { stored, members: membersOf(entered) },
      {
        onSuccess: ({ id, name }) => {
          announce(phrase("workflows.saved", { name }));
          navigate(workflowAddress(id));
        },
      },
    );
  const { wasSent, formProps } = useForm({
    error: saving.error,
    isRight: () => problems.size === 0,
    onSend: save,
  });
  const errorOf = (member: string) => {
    const problem = wasSent ? problems.get(member) : undefined;
    return problem === undefined ? refused.get(member) : phrase(problem);
  };
  return (
    <form className={styles.form} {...formProps}>
      <WorkflowFields errorOf={errorOf} form={entered} onChange={setEntered} resources={resources} />
      {saving.isError && <Failure error={saving.error} />}
      <div className={styles.buttons}>
        <Button isPending={saving.isPending} look="primary" type="submit">
          {phrase("shared.save")}
        </Button>
        {children}
      </div>
    </form>
  );
}
