import { useState } from "react";
import { Button } from "./Button";
import { ConfirmDialog } from "./ConfirmDialog";

interface ConfirmedButtonProps {
  /** The name of the button, and of the one that confirms. */
  name: string;
  /** What is asked, and what comes of it. */
  title: string;
  words: string;
  onConfirm: () => void;
  isPending: boolean;
  error: unknown;
}

/** A button for what is not undone by another press: it asks first. */
export function ConfirmedButton({ name, ...asked }: ConfirmedButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button look="quiet" onPress={() => setAsking(true)}>
        {name}
      </Button>
      <ConfirmDialog
        {...asked}
        action={name}
        isOpen={isAsking}
        look="danger"
        onClose={() => setAsking(false)}
      />
    </>
  );
}
