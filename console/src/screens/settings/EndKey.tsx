import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { ConfirmDialog } from "../../design/ConfirmDialog";
import { phrase } from "../../language/catalogue";
import { endCredentialOptions } from "../../service/credentials";
import type { Credential } from "../../service/records";

interface EndKeyProps {
  credential: Credential;
  /** Called before the key goes. */
  onRemoval: () => void;
}

export function EndKey({ credential, onRemoval }: EndKeyProps) {
  const { id, name } = credential;
  const queries = useQueryClient();
  const announce = useAnnounce();
  const [isAsking, setAsking] = useState(false);
  const ending = useMutation(endCredentialOptions(id, queries));
  const end = () => {
    onRemoval();
    ending.mutate(undefined, {
      onSuccess: () => {
        announce(phrase("settings.keys.ended", { name }));
        setAsking(false);
      },
    });
  };
  return (
    <>
      <Button aria-describedby={`key-${id}`} onPress={() => setAsking(true)} size="small">
        {phrase("settings.keys.end")}
      </Button>
      <ConfirmDialog
        action={phrase("settings.keys.end.action")}
        error={ending.error}
        isOpen={isAsking}
        isPending={ending.isPending}
        look="danger"
        onClose={() => setAsking(false)}
        onConfirm={end}
        title={phrase("settings.keys.end.title", { name })}
        words={phrase("settings.keys.end.words")}
      />
    </>
  );
}
