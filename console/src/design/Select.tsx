import { Button } from "react-aria-components/Button";
import { Label } from "react-aria-components/Label";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { Select as AriaSelect, SelectValue } from "react-aria-components/Select";
import { CheckIcon, ChevronDownIcon } from "./icons";
import { classes } from "./classes";
import styles from "./Select.module.css";

export interface Choice {
  id: string;
  name: string;
}

export interface SelectProps {
  label: string;
  choices: readonly Choice[];
  value: string;
  onChange: (id: string) => void;
}

/** One of several, with the label before the value: `Job: Night shift`. */
export default function Select({ label, choices, value, onChange }: SelectProps) {
  return (
    <AriaSelect
      className={classes(styles.select)}
      onChange={(key) => {
        if (typeof key === "string") onChange(key);
      }}
      value={value}
    >
      <Label className={classes(styles.label)}>{label}</Label>
      <Button className={classes(styles.button)}>
        <SelectValue className={classes(styles.value)} />
        <ChevronDownIcon className={classes(styles.arrow)} />
      </Button>
      <Popover className={classes(styles.popover)}>
        <ListBox className={classes(styles.list)} items={choices}>
          {(choice) => (
            <ListBoxItem className={classes(styles.item)} id={choice.id} textValue={choice.name}>
              <CheckIcon className={classes(styles.check)} />
              {choice.name}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
