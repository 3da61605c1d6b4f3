import { phrase } from "../../language/catalogue";
import { Dialog } from "../Dialog";
import { Switch } from "../Switch";
import styles from "./ShortcutList.module.css";
import type { Shortcut } from "./registry";

interface ShortcutListProps {
  shortcuts: readonly Shortcut[];
  areLettersOn: boolean;
  onLettersChange: (areOn: boolean) => void;
  onClose: () => void;
}

/** What can be done by keys on this screen. */
export default function ShortcutList({
  shortcuts,
  areLettersOn,
  onLettersChange,
  onClose,
}: ShortcutListProps) {
  return (
    <Dialog isOpen onClose={onClose} title={phrase("shortcuts.title")}>
      <dl className={styles.list}>
        {shortcuts.map(({ keys, label }) => (
          <div className={styles.row} key={keys}>
            <dt>{label}</dt>
            <dd>
              {keys.split("+").map((key) => (
                <kbd className={styles.key} key={key}>
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Switch isSelected={areLettersOn} onChange={onLettersChange}>
        {phrase("shortcuts.letters")}
      </Switch>
    </Dialog>
  );
}
