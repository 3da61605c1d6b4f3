import type { ReactNode } from "react";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { Failure } from "../../design/Failure";
import { Field } from "../../design/Field";
import { FormSelect } from "../../design/FormSelect";
import { isJobType, JOB_TYPE_WORDS, JOB_TYPES } from "../../design/JobStatus";
import { useForm } from "../../design/use-form";
import { phrase } from "../../language/catalogue";
import { refusedMembers } from "../../service/errors";
import { FamilyChoice } from "./FamilyChoice";
import styles from "./JobForm.module.css";
import { RecruiterChoice } from "./RecruiterChoice";
import { FIELDS_BY_MEMBER, type JobValues } from "./values";

interface JobFormProps {
  values: JobValues;
  onChange: (change: Partial<JobValues>) => void;
  onSave: () => void;
  onCancel: () => void;
  isPending: boolean;
  /** Why the last attempt was not saved; null otherwise. */
  error: unknown;
  /** What only one of the two forms has. */
  children?: ReactNode;
}

const LONGEST_NAME = 255;
const LONGEST_SUMMARY = 2_000;
const LONGEST_TEXT = 10_000;

export function JobForm({ values, onChange, onSave, onCancel, isPending, error, children }: JobFormProps) {
  const refused = refusedFields(error);
  const isUntitled = values.title.trim() === "";
  const { wasSent, formProps } = useForm({ error, isRight: () => !isUntitled, onSend: onSave });
  return (
    <form className={styles.form} {...formProps}>
      <Card className={styles.card}>
        <Field
          error={wasSent && isUntitled ? phrase("jobForm.title.missing") : refused.get("title")}
          isRequired
          label={phrase("jobForm.title")}
          maxLength={LONGEST_NAME}
          onChange={(text) => onChange({ title: text })}
          value={values.title}
        />
        <Texts onChange={onChange} refused={refused} values={values} />
      </Card>
      <div className={styles.aside}>
        {children !== undefined && <Card title={phrase("jobForm.process")}>{children}</Card>}
        <Card title={phrase("jobForm.place")}>
          <Places onChange={onChange} refused={refused} values={values} />
        </Card>
      </div>
      <div className={styles.end}>
        {error !== null && <Failure error={error} />}
        <div className={styles.buttons}>
          <Button isPending={isPending} look="primary" type="submit">
            {phrase("shared.save")}
          </Button>
          <Button onPress={onCancel}>{phrase("shared.cancel")}</Button>
        </div>
      </div>
    </form>
  );
}

interface PartProps {
  values: JobValues;
  onChange: (change: Partial<JobValues>) => void;
  refused: ReadonlyMap<keyof JobValues, string>;
}

function Texts({ values, onChange, refused }: PartProps) {
  return (
    <>
      <Field
        description={phrase("jobForm.summary.words")}
        error={refused.get("summary")}
        label={phrase("jobForm.summary")}
        maxLength={LONGEST_SUMMARY}
        onChange={(summary) => onChange({ summary })}
        rows={2}
        value={values.summary}
      />
      <Field
        className={styles.long}
        description={phrase("jobForm.description.words")}
        error={refused.get("description")}
        label={phrase("jobForm.description")}
        maxLength={LONGEST_TEXT}
        onChange={(description) => onChange({ description })}
        rows={8}
        value={values.description}
      />
      <Field
        className={styles.long}
        error={refused.get("requirements")}
        label={phrase("jobForm.requirements")}
        maxLength={LONGEST_TEXT}
        onChange={(requirements) => onChange({ requirements })}
        rows={5}
        value={values.requirements}
      />
    </>
  );
}

function Places({ values, onChange, refused }: PartProps) {
  return (
    <>
      <FormSelect
        choices={JOB_TYPE_WORDS.map((id) => ({ id, name: phrase(JOB_TYPES[id]) }))}
        error={refused.get("type")}
        label={phrase("jobForm.type")}
        onChange={(id) => {
          if (isJobType(id)) onChange({ type: id });
        }}
        value={values.type}
      />
      <Field
        error={refused.get("department")}
        label={phrase("jobForm.department")}
        maxLength={LONGEST_NAME}
        onChange={(department) => onChange({ department })}
        value={values.department}
      />
      <Field
        description={phrase("jobForm.locations.words")}
        error={refused.get("locations")}
        label={phrase("jobForm.locations")}
        onChange={(locations) => onChange({ locations })}
        rows={2}
        value={values.locations}
      />
      <Field
        description={phrase("jobForm.workModel.words")}
        error={refused.get("workModel")}
        label={phrase("jobForm.workModel")}
        maxLength={LONGEST_NAME}
        onChange={(workModel) => onChange({ workModel })}
        value={values.workModel}
      />
      <FamilyChoice chosen={values.familyIds} onChange={(familyIds) => onChange({ familyIds })} />
      <RecruiterChoice onChange={(recruiterId) => onChange({ recruiterId })} value={values.recruiterId} />
      <Field
        description={phrase("jobForm.tags.words")}
        error={refused.get("tags")}
        label={phrase("jobForm.tags")}
        onChange={(tags) => onChange({ tags })}
        value={values.tags}
      />
    </>
  );
}

/** What the service said of the fields; of an element of a list at the whole list. */
function refusedFields(error: unknown): ReadonlyMap<keyof JobValues, string> {
  const found = new Map<keyof JobValues, string>();
  for (const [member, reason] of refusedMembers(error)) {
    const field = FIELDS_BY_MEMBER[member.replace(/\[.*/, "")];
    if (field !== undefined) found.set(field, reason);
  }
  return found;
}
