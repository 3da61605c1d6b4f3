import { FieldPair } from "../../design/FieldPair";
import { ADDRESSES } from "../../addresses";
import { FormSelect } from "../../design/FormSelect";
import { NumberField } from "../../design/NumberField";
import { ScreenLink } from "../../design/ScreenLink";
import { STEP_TYPES } from "../../design/step-types";
import { phrase } from "../../language/catalogue";
import { formatNumber } from "../../language/format";
import { DelayFields } from "./DelayFields";
import { interviewTypeOf, mayHaveGate, STEP_KINDS, type StepType } from "./steps";
import styles from "./WorkflowEditor.module.css";
import type { WorkflowFieldsProps } from "./WorkflowFields";
import type { StepForm } from "./workflow-form";

interface StepFieldsProps {
  step: StepForm;
  at: number;
  onChange: (step: StepForm) => void;
  errorOf: (member: string) => string | undefined;
  resources: WorkflowFieldsProps["resources"];
}

export function StepFields({ step, at, onChange, errorOf, resources }: StepFieldsProps) {
  const number = formatNumber(at + 1);
  const { stepType, artifactId } = step;
  const choices = choicesOf(stepType, resources);
  const changeType = (id: string) => {
    const next = STEP_KINDS.find((each) => each === id) ?? stepType;
    const isKept = choicesOf(next, resources).some((choice) => choice.id === artifactId);
    onChange({ ...step, stepType: next, artifactId: isKept ? artifactId : "" });
  };
  return (
    <fieldset className={styles.step} data-step>
      <legend className={styles.legend}>{phrase("workflows.step", { number })}</legend>
      <FieldPair>
        <FormSelect
          choices={STEP_KINDS.map((id) => ({ id, name: phrase(STEP_TYPES[id]) }))}
          error={errorOf("stepType")}
          label={phrase("workflows.step.kind", { number })}
          onChange={changeType}
          value={stepType}
        />
        <FormSelect
          choices={[{ id: "", name: phrase("invite.target.choose") }, ...choices]}
          error={errorOf("artifactId")}
          label={phrase(stepType === "meeting" ? "workflows.step.meeting" : "workflows.step.interview", {
            number,
          })}
          onChange={(id) => onChange({ ...step, artifactId: id })}
          value={artifactId}
        />
      </FieldPair>
      {choices.length === 0 && <NothingToChoose stepType={stepType} />}
      <DelayFields
        delay={step.delay}
        error={errorOf("sendDelayMinutes")}
        label={phrase("workflows.step.delay", { number })}
        onChange={(delay) => onChange({ ...step, delay })}
        unitLabel={phrase("workflows.step.unit", { number })}
      />
      {mayHaveGate(stepType) && <Gate errorOf={errorOf} number={number} onChange={onChange} step={step} />}
    </fieldset>
  );
}

interface GateProps extends Pick<StepFieldsProps, "step" | "onChange" | "errorOf"> {
  number: string;
}

/** Who goes on after the step. */
function Gate({ step, number, onChange, errorOf }: GateProps) {
  return (
    <FieldPair>
      <NumberField
        description={phrase("workflows.step.score.words")}
        error={errorOf("scoreThreshold")}
        label={phrase("workflows.step.score", { number })}
        onChange={(threshold) => onChange({ ...step, threshold })}
        value={step.threshold}
      />
      {step.threshold !== null && (
        <FormSelect
          choices={[
            { id: "confirm", name: phrase("workflows.below.confirm") },
            { id: "automatic", name: phrase("workflows.below.automatic") },
          ]}
          description={phrase("workflows.below.words")}
          label={phrase("workflows.step.below", { number })}
          onChange={(id) => onChange({ ...step, isConfirmed: id === "confirm" })}
          value={step.isConfirmed ? "confirm" : "automatic"}
        />
      )}
    </FieldPair>
  );
}

function NothingToChoose({ stepType }: { stepType: StepType }) {
  const isMeeting = stepType === "meeting";
  return (
    <p className={styles.quiet}>
      {phrase(isMeeting ? "workflows.step.noMeetings" : "workflows.step.noInterviews")}{" "}
      <ScreenLink to={isMeeting ? ADDRESSES.meetings : ADDRESSES.interviews}>
        {phrase(isMeeting ? "screen.meetings" : "screen.interviews")}
      </ScreenLink>
    </p>
  );
}

function choicesOf(stepType: StepType, resources: WorkflowFieldsProps["resources"]) {
  const type = interviewTypeOf(stepType);
  const records =
    type === null
      ? resources.meetings
      : resources.interviews.filter(({ interviewType }) => interviewType === type);
  return records.map(({ id, title }) => ({ id, name: title }));
}
