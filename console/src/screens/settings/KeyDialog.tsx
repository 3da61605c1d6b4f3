import { useState } from "react";
import { Button } from "../../design/Button";
import { CopyField } from "../../design/CopyField";
import { Dialog } from "../../design/Dialog";
import { useInitialFocus } from "../../design/initial-focus";
import { phrase } from "../../language/catalogue";
import { KeyForm } from "./KeyForm";
import styles from "./KeyDialog.module.css";

export interface KeyDialogProps {
  onClose: () => void;
}

/** Makes a key, which is shown once. */
export default function KeyDialog({ onClose }: KeyDialogProps) {
  const [apiKey, setApiKey] = useState<string | null>(null);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={phrase(apiKey === null ? "settings.keys.add" : "settings.keys.new")}
    >
      {apiKey === null ? (
        <KeyForm onClose={onClose} onMade={setApiKey} />
      ) : (
        <NewKey apiKey={apiKey} onClose={onClose} />
      )}
    </Dialog>
  );
}

function NewKey({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  const done = useInitialFocus<HTMLButtonElement>();
  return (
    <>
      <p>{phrase("settings.keys.once")}</p>
      <CopyField label={phrase("settings.keys.key")} value={apiKey} />
      <div className={styles.buttons}>
        <Button look="primary" onPress={onClose} ref={done}>
          {phrase("settings.keys.done")}
        </Button>
      </div>
    </>
  );
}
