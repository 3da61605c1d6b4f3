import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { phrase } from "../language/catalogue";
import { useAnnounce } from "./Announcer";
import { Button } from "./Button";
import styles from "./CopyField.module.css";
import { Field } from "./Field";
import { CheckIcon, CopyIcon } from "./icons";

interface CopyFieldProps {
  label: string;
  value: string;
  description?: string;
}

/** A text to be taken elsewhere, such as an address or a key that is shown once. */
export function CopyField({ label, value, description }: CopyFieldProps) {
  const announce = useAnnounce();
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const copying = useMutation({
    mutationFn: () => navigator.clipboard.writeText(value),
    onSuccess: () => announce(phrase("copy.copied")),
    // Without the right to the clipboard the person copies it by the keys of the system.
    onError: () => input.current?.select(),
  });
  return (
    <div className={styles.copy}>
      <Field
        className={styles.field}
        description={description}
        error={copying.isError ? phrase("copy.failed") : undefined}
        inputRef={input}
        isReadOnly
        label={label}
        onFocus={() => input.current?.select()}
        value={value}
      />
      <Button className={styles.button} onPress={() => copying.mutate()}>
        {copying.isSuccess ? <CheckIcon /> : <CopyIcon />}
        {phrase(copying.isSuccess ? "copy.done" : "copy.copy")}
      </Button>
    </div>
  );
}
