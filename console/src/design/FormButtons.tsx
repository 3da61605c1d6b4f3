import { phrase } from "../language/catalogue";
import { Button } from "./Button";
import styles from "./FormButtons.module.css";

interface FormButtonsProps {
  /** The name of the button that sends the form. */
  action: string;
  isPending: boolean;
  onClose: () => void;
}

/** The end of a form in a dialog. */
export function FormButtons({ action, isPending, onClose }: FormButtonsProps) {
  return (
    <div className={styles.buttons}>
      <Button onPress={onClose}>{phrase("shared.cancel")}</Button>
      <Button isPending={isPending} look="primary" type="submit">
        {action}
      </Button>
    </div>
  );
}
