import { type Ref, useId } from "react";
import { classes } from "./classes";
import fieldStyles from "./Field.module.css";
import styles from "./FormSelect.module.css";
import { ChevronDownIcon } from "./icons";

export interface FormChoice {
  id: string;
  name: string;
  isDisabled?: boolean;
}

interface FormSelectProps {
  label: string;
  choices: readonly FormChoice[];
  value: string;
  onChange: (id: string) => void;
  description?: string | undefined;
  error?: string | undefined;
  isDisabled?: boolean;
  isRequired?: boolean;
  /** The form member that it is for. */
  name?: string;
  selectRef?: Ref<HTMLSelectElement>;
  className?: string | undefined;
}

/** One of several in a form, by the browser's own list, which phones show over the whole screen. */
export function FormSelect({
  label,
  choices,
  value,
  onChange,
  description,
  error,
  isDisabled = false,
  isRequired = false,
  name,
  selectRef,
  className,
}: FormSelectProps) {
  const id = useId();
  const helps = [description !== undefined && `${id}-description`, error !== undefined && `${id}-error`];
  const describedBy = classes(...helps);
  return (
    <div className={classes(fieldStyles.field, className)}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <span className={styles.frame}>
        <select
          aria-describedby={describedBy === "" ? undefined : describedBy}
          aria-invalid={error !== undefined || undefined}
          className={classes(fieldStyles.input, styles.select)}
          data-invalid={error !== undefined || undefined}
          disabled={isDisabled}
          id={id}
          name={name}
          onChange={(event) => onChange(event.target.value)}
          ref={selectRef}
          required={isRequired}
          value={value}
        >
          {choices.map((choice) => (
            <option disabled={choice.isDisabled} key={choice.id} value={choice.id}>
              {choice.name}
            </option>
          ))}
        </select>
        <ChevronDownIcon className={classes(styles.arrow)} />
      </span>
      {description !== undefined && (
        <span className={fieldStyles.description} id={`${id}-description`}>
          {description}
        </span>
      )}
      {error !== undefined && (
        <span className={fieldStyles.error} id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  );
}
