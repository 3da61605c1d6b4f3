import { FieldError } from "react-aria-components/FieldError";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { TextArea } from "react-aria-components/TextArea";
import { TextField, type TextFieldProps } from "react-aria-components/TextField";
import type { Ref } from "react";
import { classes } from "./classes";
import styles from "./Field.module.css";

interface FieldProps extends Omit<TextFieldProps, "children" | "className" | "style"> {
  label: string;
  description?: string | undefined;
  error?: string | undefined;
  /** How many lines are seen; one is a single line that takes no more. */
  rows?: number;
  inputRef?: Ref<HTMLInputElement & HTMLTextAreaElement> | undefined;
  className?: string | undefined;
}

/** A field for words, with its label, and what helps or is wrong beneath it. */
export function Field({ label, description, error, rows = 1, inputRef, className, ...rest }: FieldProps) {
  const shared = { className: classes(styles.input), ...(inputRef === undefined ? {} : { ref: inputRef }) };
  return (
    <TextField {...rest} className={classes(styles.field, className)} isInvalid={error !== undefined}>
      <Label className={classes(styles.label)}>{label}</Label>
      {rows === 1 ? <Input {...shared} /> : <TextArea {...shared} rows={rows} />}
      {description !== undefined && (
        <Text className={classes(styles.description)} slot="description">
          {description}
        </Text>
      )}
      {error !== undefined && <FieldError className={classes(styles.error)}>{error}</FieldError>}
    </TextField>
  );
}
