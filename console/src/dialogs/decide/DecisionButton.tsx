import { ToggleButton } from "react-aria-components/ToggleButton";
import { classes } from "../../design/classes";
import { withKeyShortcuts } from "../../design/key-shortcuts";
import { useShortcut } from "../../design/shortcuts/registry";
import { phrase } from "../../language/catalogue";
import type { DecisionWord } from "../../service/records";
import { DECISIONS } from "./decisions";
import styles from "./DecisionButton.module.css";

interface DecisionButtonProps {
  word: DecisionWord;
  isChosen: boolean;
  onChoose: () => void;
  takesFocus: boolean;
}

export function DecisionButton({ word, isChosen, onChoose, takesFocus }: DecisionButtonProps) {
  const { name, key, tone } = DECISIONS[word];
  useShortcut({ keys: key, label: phrase(name), run: onChoose });
  return (
    <ToggleButton
      {...withKeyShortcuts(key)}
      // eslint-disable-next-line jsx-a11y/no-autofocus -- The person has asked to decide again.
      autoFocus={takesFocus}
      className={classes(styles.button, styles[tone])}
      isSelected={isChosen}
      onPress={onChoose}
    >
      {phrase(name)}
      <kbd aria-hidden="true" className={styles.key}>
        {key}
      </kbd>
    </ToggleButton>
  );
}
