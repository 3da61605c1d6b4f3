import { FieldPair } from "../../design/FieldPair";
import { FormSelect } from "../../design/FormSelect";
import { NumberField } from "../../design/NumberField";
import { phrase } from "../../language/catalogue";
import { DAY_MINUTES, HOUR_MINUTES, UNITS } from "./delay";
import type { DelayForm } from "./workflow-form";

interface DelayFieldsProps {
  label: string;
  unitLabel: string;
  delay: DelayForm;
  onChange: (delay: DelayForm) => void;
  error: string | undefined;
}

/** A length of time in the unit that suits it; empty for none. */
export function DelayFields({ label, unitLabel, delay, onChange, error }: DelayFieldsProps) {
  const units = [
    { id: "1", name: phrase("workflows.unit.minutes") },
    { id: String(HOUR_MINUTES), name: phrase("workflows.unit.hours") },
    { id: String(DAY_MINUTES), name: phrase("workflows.unit.days") },
  ];
  return (
    <FieldPair>
      <NumberField
        description={phrase("workflows.delay.words")}
        error={error}
        label={label}
        onChange={(amount) => onChange({ ...delay, amount })}
        value={delay.amount}
      />
      {delay.amount !== null && (
        <FormSelect
          choices={units}
          label={unitLabel}
          onChange={(id) =>
            onChange({ ...delay, unit: UNITS.find((each) => String(each) === id) ?? DAY_MINUTES })
          }
          value={String(delay.unit)}
        />
      )}
    </FieldPair>
  );
}
