import { CheckboxButton, CheckboxField, type CheckboxFieldProps } from "react-aria-components/Checkbox";
import { Text } from "react-aria-components/Text";
import styles from "./Checkbox.module.css";
import { classes } from "./classes";
import { CheckIcon } from "./icons";

interface Props extends Omit<CheckboxFieldProps, "children" | "className" | "style"> {
  label: string;
  description?: string;
}

export function Checkbox({ label, description, ...rest }: Props) {
  return (
    <CheckboxField {...rest} className={classes(styles.field)}>
      <CheckboxButton className={classes(styles.checkbox)}>
        <span className={styles.box}>
          <CheckIcon />
        </span>
        {label}
      </CheckboxButton>
      {description !== undefined && (
        <Text className={classes(styles.description)} slot="description">
          {description}
        </Text>
      )}
    </CheckboxField>
  );
}
