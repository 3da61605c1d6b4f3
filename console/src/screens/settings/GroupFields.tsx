import { FieldPair } from "../../design/FieldPair";
import { Card } from "../../design/Card";
import { Checkbox } from "../../design/Checkbox";
import { Facts } from "../../design/Facts";
import { Field } from "../../design/Field";
import { FormSelect } from "../../design/FormSelect";
import { phrase } from "../../language/catalogue";
import type { GroupForm } from "./message-form";
import { STATUS_NAMES, TYPE_NAMES } from "./message-names";

interface GroupFieldsProps {
  form: GroupForm;
  /** What the messages are for can be chosen for new ones alone. */
  isNew: boolean;
  isReadOnly: boolean;
  fault: string | undefined;
  onChange: (change: Partial<GroupForm>) => void;
}

/** What the messages are for, and whether they are used. */
export function GroupFields({ form, isNew, isReadOnly, fault, onChange }: GroupFieldsProps) {
  if (isReadOnly) {
    return (
      <Card takesFocus title={form.title}>
        <Facts
          facts={[
            [phrase("settings.messages.for"), phrase(TYPE_NAMES[form.type])],
            [phrase("settings.messages.status"), phrase(STATUS_NAMES[form.status])],
          ]}
        />
      </Card>
    );
  }
  return (
    <Card takesFocus title={phrase(isNew ? "settings.messages.new" : "settings.messages.edit")}>
      <Field
        error={fault}
        label={phrase("settings.messages.title")}
        onChange={(title) => onChange({ title })}
        value={form.title}
      />
      <FieldPair>
        <FormSelect
          choices={(["standard", "questionnaire"] as const).map((id) => ({
            id,
            name: phrase(TYPE_NAMES[id]),
          }))}
          isDisabled={!isNew}
          label={phrase("settings.messages.for")}
          onChange={(id) => onChange({ type: id === "questionnaire" ? id : "standard" })}
          value={form.type}
        />
        <FormSelect
          choices={(["PUBLISHED", "DRAFT"] as const).map((id) => ({ id, name: phrase(STATUS_NAMES[id]) }))}
          description={phrase("settings.messages.status.words")}
          label={phrase("settings.messages.status")}
          onChange={(id) => onChange({ status: id === "DRAFT" ? id : "PUBLISHED" })}
          value={form.status}
        />
      </FieldPair>
      <Checkbox
        description={phrase("settings.messages.default.words")}
        isSelected={form.isDefault}
        label={phrase("settings.messages.default")}
        onChange={(isDefault) => onChange({ isDefault })}
      />
    </Card>
  );
}
