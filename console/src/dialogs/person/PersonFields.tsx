import { FormFault } from "../../design/FormFault";
import { FieldPair } from "../../design/FieldPair";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Checkbox } from "../../design/Checkbox";
import { Field } from "../../design/Field";
import { FormSelect } from "../../design/FormSelect";
import { useInitialFocus } from "../../design/initial-focus";
import { ZoneField } from "../../design/ZoneField";
import { ROLE_NAMES } from "../../design/shell/role-names";
import { phrase } from "../../language/catalogue";
import { teamsOptions } from "../../service/teams";
import { ROLES } from "../../session/roles";
import { NOTIFICATION_NAMES, NOTIFICATIONS, ROLE_WORDS } from "./names";
import styles from "./PersonFields.module.css";
import type { PersonFaults, PersonForm } from "./person-form";

interface FieldsProps {
  form: PersonForm;
  faults: PersonFaults;
  onChange: (change: Partial<PersonForm>) => void;
}

const LONGEST_NAME = 255;
const LONGEST_EMAIL = 128;

export function NameFields({
  form,
  faults,
  onChange,
  hasEmail = false,
}: FieldsProps & { hasEmail?: boolean }) {
  const first = useInitialFocus<HTMLInputElement & HTMLTextAreaElement>();
  return (
    <>
      <FieldPair>
        <Field
          error={faults.firstName}
          inputRef={first}
          label={phrase("people.firstName")}
          maxLength={LONGEST_NAME}
          onChange={(firstName) => onChange({ firstName })}
          value={form.firstName}
        />
        <Field
          error={faults.lastName}
          label={phrase("people.lastName")}
          maxLength={LONGEST_NAME}
          onChange={(lastName) => onChange({ lastName })}
          value={form.lastName}
        />
      </FieldPair>
      {hasEmail && (
        <Field
          error={faults.email}
          label={phrase("people.email")}
          maxLength={LONGEST_EMAIL}
          onChange={(email) => onChange({ email })}
          type="email"
          value={form.email}
        />
      )}
    </>
  );
}

export function PhoneField({ form, faults, onChange }: FieldsProps) {
  return (
    <Field
      description={phrase("people.phone.words")}
      error={faults.phone}
      label={phrase("people.phone")}
      onChange={(phone) => onChange({ phone })}
      type="tel"
      value={form.phone}
    />
  );
}

export function AccountFields({ form, onChange }: FieldsProps) {
  return (
    <FormSelect
      choices={ROLES.map((id) => ({ id, name: phrase(ROLE_NAMES[id]) }))}
      description={phrase(ROLE_WORDS[form.role])}
      label={phrase("people.role")}
      onChange={(id) => onChange({ role: ROLES.find((role) => role === id) ?? form.role })}
      value={form.role}
    />
  );
}

export function TeamFields({ form, faults, onChange }: FieldsProps) {
  const teams = useQuery(teamsOptions());
  const id = useId();
  const choose = (teamId: string, isChosen: boolean) => {
    const others = [...form.teamIds].filter((each) => each !== teamId);
    onChange({ teamIds: new Set(isChosen ? [...others, teamId] : others) });
  };
  return (
    <fieldset aria-describedby={faults.teamIds === undefined ? undefined : id} className={styles.group}>
      <legend className={styles.legend}>{phrase("people.teams")}</legend>
      {teams.data?.map((team) => (
        <Checkbox
          isSelected={form.teamIds.has(team.id)}
          key={team.id}
          label={team.name}
          onChange={(isChosen) => choose(team.id, isChosen)}
        />
      ))}
      <FormFault id={id}>{faults.teamIds}</FormFault>
    </fieldset>
  );
}

export function NoticeFields({ form, faults, onChange }: FieldsProps) {
  return (
    <>
      <FormSelect
        choices={NOTIFICATIONS.map((id) => ({ id, name: phrase(NOTIFICATION_NAMES[id]) }))}
        description={phrase("people.notifications.words")}
        label={phrase("people.notifications")}
        onChange={(id) =>
          onChange({ notifications: NOTIFICATIONS.find((each) => each === id) ?? form.notifications })
        }
        value={form.notifications}
      />
      <ZoneField
        description={phrase("people.timezone.words")}
        error={faults.timezone}
        label={phrase("people.timezone")}
        onChange={(timezone) => onChange({ timezone })}
        value={form.timezone}
      />
    </>
  );
}
