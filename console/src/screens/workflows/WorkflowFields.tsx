import { FormFault } from "../../design/FormFault";
import { useRef } from "react";
import type { components } from "talent-screening";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { Checkbox } from "../../design/Checkbox";
import { Field } from "../../design/Field";
import { FormSelect } from "../../design/FormSelect";
import { Reorderable } from "../../design/Reorderable";
import { phrase } from "../../language/catalogue";
import { DelayFields } from "./DelayFields";
import { StepFields } from "./StepFields";
import { MOST_STEPS, newStep, type StepForm, type WorkflowForm } from "./workflow-form";

export interface WorkflowFieldsProps {
  form: WorkflowForm;
  onChange: (form: WorkflowForm) => void;
  /** What is wrong with a member, in words. */
  errorOf: (member: string) => string | undefined;
  resources: components["schemas"]["Resources"];
}

/** All that is told of a workflow. */
export function WorkflowFields(properties: WorkflowFieldsProps) {
  const { form, onChange, errorOf } = properties;
  return (
    <>
      <Card>
        <Field
          error={errorOf("name")}
          label={phrase("workflows.name")}
          onChange={(name) => onChange({ ...form, name })}
          value={form.name}
        />
        <Field
          error={errorOf("description")}
          label={phrase("workflows.description")}
          onChange={(description) => onChange({ ...form, description })}
          rows={2}
          value={form.description}
        />
      </Card>
      <Steps {...properties} />
      <Messages {...properties} />
    </>
  );
}

function Steps({ form, onChange, errorOf, resources }: WorkflowFieldsProps) {
  const add = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const { steps } = form;
  const set = (next: readonly StepForm[]) => onChange({ ...form, steps: next });
  const addStep = () => {
    set([...steps, newStep()]);
    requestAnimationFrame(() =>
      [...(list.current?.querySelectorAll<HTMLElement>("[data-step]") ?? [])]
        .at(-1)
        ?.querySelector("select")
        ?.focus(),
    );
  };
  return (
    <Card title={phrase("workflows.steps")}>
      <FormFault>{errorOf("steps")}</FormFault>
      <div ref={list}>
        <Reorderable
          focusAfterLast={() => add.current?.focus()}
          items={steps}
          keyOf={({ key }) => key}
          nameOf={(_, at) => phrase("workflows.step", { number: at + 1 })}
          onChange={set}
        >
          {(step, at) => (
            <StepFields
              at={at}
              errorOf={(member) => errorOf(`steps[${at}].${member}`)}
              onChange={(next) => set(steps.map((each) => (each.key === step.key ? next : each)))}
              resources={resources}
              step={step}
            />
          )}
        </Reorderable>
      </div>
      <div>
        <Button isDisabled={steps.length >= MOST_STEPS} onPress={addStep} ref={add}>
          {phrase("workflows.step.add")}
        </Button>
      </div>
    </Card>
  );
}

function Messages({ form, onChange, errorOf, resources }: WorkflowFieldsProps) {
  const groups = resources.messageGroups.map(({ id, title }) => ({ id, name: title }));
  return (
    <Card title={phrase("workflows.messages")}>
      <FormSelect
        choices={[{ id: "", name: phrase("workflows.messages.default") }, ...groups]}
        error={errorOf("messageGroupId")}
        label={phrase("workflows.messages.which")}
        onChange={(messageGroupId) => onChange({ ...form, messageGroupId })}
        value={form.messageGroupId}
      />
      <Checkbox
        description={phrase("workflows.rejection.words")}
        isSelected={form.tellsRejected}
        label={phrase("workflows.rejection")}
        onChange={(tellsRejected) => onChange({ ...form, tellsRejected })}
      />
      {form.tellsRejected && (
        <DelayFields
          delay={form.rejectionDelay}
          error={errorOf("rejectionDelayMinutes")}
          label={phrase("workflows.rejection.after")}
          onChange={(rejectionDelay) => onChange({ ...form, rejectionDelay })}
          unitLabel={phrase("workflows.rejection.unit")}
        />
      )}
    </Card>
  );
}
