import { FieldPair } from "../../design/FieldPair";
import { useState } from "react";
import { Button } from "../../design/Button";
import { Checkbox } from "../../design/Checkbox";
import { Failure } from "../../design/Failure";
import { Field } from "../../design/Field";
import { useForm } from "../../design/use-form";
import { ZoneField } from "../../design/ZoneField";
import { phrase, type PhraseName } from "../../language/catalogue";
import { isChangedMeanwhile, refusedMembers } from "../../service/errors";
import styles from "./Candidate.module.css";
import {
  type CandidateFields,
  type FieldName,
  fieldsOf,
  type Problems,
  problemsOf,
} from "./candidate-fields";
import { SameEmail } from "./SameEmail";

interface CandidateFormProps {
  /** The fields of the record; null for somebody new. */
  before: CandidateFields | null;
  isPending: boolean;
  error: unknown;
  onSave: (fields: CandidateFields) => void;
  /** Reads the record again, when somebody else has changed it. */
  onLoadAgain?: () => void;
}

type TextName = Exclude<FieldName, "smsOptIn" | "timezone">;

const TYPES: Partial<Record<TextName, string>> = {
  email: "email",
  phone: "tel",
  resumeUrl: "url",
  linkedInURL: "url",
};

export function CandidateForm({ before, isPending, error, onSave, onLoadAgain }: CandidateFormProps) {
  const [fields, setFields] = useState(() => before ?? fieldsOf(null));
  const found = problemsOf(fields, before);
  const { wasSent, formProps } = useForm({
    error,
    isRight: () => Object.keys(found).length === 0,
    onSend: () => onSave(fields),
  });
  const problems = wasSent ? { ...refusedProblems(error), ...found } : {};
  const text = (name: TextName, label: PhraseName, description?: PhraseName) => (
    <Field
      description={description && phrase(description)}
      error={problems[name] && phrase(problems[name])}
      label={phrase(label)}
      onChange={(value) => setFields({ ...fields, [name]: value })}
      type={TYPES[name] ?? "text"}
      value={fields[name]}
    />
  );
  return (
    <form className={styles.form} {...formProps}>
      <FieldPair>
        {text("firstName", "invite.new.firstName")}
        {text("lastName", "invite.new.lastName")}
        {text("email", "invite.new.email")}
        {text("phone", "invite.new.phone", "invite.new.phone.words")}
      </FieldPair>
      {fields.email !== before?.email && <SameEmail email={fields.email.trim()} />}
      <Checkbox
        description={phrase("invite.new.sms.words")}
        isSelected={fields.smsOptIn}
        label={phrase("invite.new.sms")}
        onChange={(smsOptIn) => setFields({ ...fields, smsOptIn })}
      />
      <FieldPair>
        {text("tags", "candidate.tags", "candidateForm.tags.words")}
        <ZoneField
          error={problems.timezone && phrase(problems.timezone)}
          label={phrase("invite.new.zone")}
          onChange={(timezone) => setFields({ ...fields, timezone })}
          value={fields.timezone}
        />
        {text("source", "candidateForm.source")}
        {text("externalId", "candidateForm.externalId", "candidateForm.externalId.words")}
        {text("resumeUrl", "candidateForm.resume")}
        {text("linkedInURL", "candidateForm.linkedIn")}
      </FieldPair>
      {error !== null && <Failure error={error} />}
      <div className={styles.buttons}>
        {isChangedMeanwhile(error) && (
          <Button onPress={() => onLoadAgain?.()}>{phrase("boundary.reload")}</Button>
        )}
        <Button isPending={isPending} look="primary" type="submit">
          {phrase("shared.save")}
        </Button>
      </div>
    </form>
  );
}

const REFUSED_WORDS: Partial<Record<FieldName, PhraseName>> = {
  email: "invite.line.email",
  phone: "invite.line.phone",
  timezone: "zone.unknown",
  tags: "candidateForm.tags.wrong",
  resumeUrl: "candidateForm.address",
  linkedInURL: "candidateForm.address",
};

/** What the service refuses stands at its field. */
function refusedProblems(error: unknown): Problems {
  const names = [...refusedMembers(error).keys()].map((member) => member.replace(/\[.*$/, ""));
  const words = Object.entries(REFUSED_WORDS).filter(([name]) => names.includes(name));
  return Object.fromEntries(words);
}
