import type { Ref } from "react";
import { Field } from "./Field";

interface DateTimeFieldProps {
  label: string;
  /** `2026-12-07` for a day, `2026-12-07T09:00` for a time; empty while there is none. */
  value: string;
  onChange: (value: string) => void;
  /** Whether a day is asked for, without a time. */
  isDay?: boolean;
  description?: string | undefined;
  error?: string | undefined;
  isDisabled?: boolean;
  className?: string | undefined;
  inputRef?: Ref<HTMLInputElement & HTMLTextAreaElement> | undefined;
}

/** A day or a time by the clock of some place, entered as the reader's system lets people enter one. */
export function DateTimeField({ isDay = false, ...rest }: DateTimeFieldProps) {
  return <Field {...rest} type={isDay ? "date" : "datetime-local"} />;
}
