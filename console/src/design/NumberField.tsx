import { type ComponentProps, useState } from "react";
import { Field } from "./Field";

interface NumberFieldProps extends Omit<
  ComponentProps<typeof Field>,
  "value" | "onChange" | "rows" | "type"
> {
  /** Null where nothing, or no number, stands in the field. */
  value: number | null;
  onChange: (value: number | null) => void;
  /** Whether parts of a number are taken. */
  takesFractions?: boolean;
}

/** A field for a number. What is typed stays as it is, so that nobody's cursor jumps. */
export function NumberField({ value, onChange, takesFractions = false, ...rest }: NumberFieldProps) {
  const [typed, setTyped] = useState("");
  const shown = numberOf(typed) === value ? typed : textOf(value);
  return (
    <Field
      {...rest}
      inputMode={takesFractions ? "decimal" : "numeric"}
      onChange={(text) => {
        const kept = text.replace(takesFractions ? /[^\d.,-]/g : /[^\d-]/g, "");
        setTyped(kept);
        onChange(numberOf(kept));
      }}
      value={shown}
    />
  );
}

function textOf(value: number | null): string {
  return value === null ? "" : String(value);
}

/** The number that a text says, with a point or a comma before its fraction. */
function numberOf(text: string): number | null {
  const number = Number(text.replace(",", "."));
  return text.trim() === "" || Number.isNaN(number) ? null : number;
}
