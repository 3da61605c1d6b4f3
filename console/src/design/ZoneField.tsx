import { Input } from "react-aria-components/Input";
import { FieldError } from "react-aria-components/FieldError";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { TextField } from "react-aria-components/TextField";
import { useId } from "react";
import { knownZones } from "../language/zones";
import { classes } from "./classes";
import styles from "./Field.module.css";

interface ZoneFieldProps {
  label: string;
  /** An IANA name, or what is typed of it. */
  value: string;
  onChange: (zone: string) => void;
  description?: string | undefined;
  error?: string | undefined;
}

/** A time zone: some letters of a city's name are enough to choose it from the browser's list. */
export function ZoneField({ label, description, error, ...rest }: ZoneFieldProps) {
  const list = useId();
  return (
    <TextField {...rest} className={classes(styles.field)} isInvalid={error !== undefined}>
      <Label className={classes(styles.label)}>{label}</Label>
      <Input autoComplete="off" className={classes(styles.input)} list={list} spellCheck={false} />
      <datalist id={list}>
        {knownZones().map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      {description !== undefined && (
        <Text className={classes(styles.description)} slot="description">
          {description}
        </Text>
      )}
      {error !== undefined && <FieldError className={classes(styles.error)}>{error}</FieldError>}
    </TextField>
  );
}
