import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { ConfirmDialog } from "../../design/ConfirmDialog";
import { LazyPersonDialog } from "../../dialogs/person/LazyPersonDialog";
import { phrase } from "../../language/catalogue";
import { isConflict } from "../../service/errors";
import { archiveUserOptions } from "../../service/users";
import type { User } from "../../service/records";
import { useSession } from "../../session/use-session";
import { fullName } from "./filter";
import styles from "./People.module.css";

interface PersonActionsProps {
  user: User;
  /** Called before the person goes. */
  onRemoval: () => void;
}

export function PersonActions({ user, onRemoval }: PersonActionsProps) {
  const [opened, setOpened] = useState<"edit" | "archive" | null>(null);
  const isOneself = useSession().user.id === user.id;
  const close = () => setOpened(null);
  const shared = { "aria-describedby": `person-${user.id}`, size: "small" } as const;
  return (
    <>
      <div className={styles.buttons}>
        <Button {...shared} onPress={() => setOpened("edit")}>
          {phrase("shared.edit")}
        </Button>
        {/* Who archives oneself is signed out in the middle of it. */}
        {!isOneself && (
          <Button {...shared} onPress={() => setOpened("archive")}>
            {phrase("people.archive")}
          </Button>
        )}
      </div>
      {opened === "edit" && <LazyPersonDialog onClose={close} user={user} />}
      <Archiving isOpen={opened === "archive"} onClose={close} onRemoval={onRemoval} user={user} />
    </>
  );
}

interface ArchivingProps extends PersonActionsProps {
  isOpen: boolean;
  onClose: () => void;
}

function Archiving({ user, isOpen, onClose, onRemoval }: ArchivingProps) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const archiving = useMutation(archiveUserOptions(user.id, queries));
  const name = fullName(user);
  const isLast = isConflict(archiving.error);
  const archive = () => {
    onRemoval();
    archiving.mutate(undefined, {
      onSuccess: () => {
        announce(phrase("people.archived", { name }));
        onClose();
      },
    });
  };
  return (
    <ConfirmDialog
      action={phrase("people.archive.action")}
      error={isLast ? null : archiving.error}
      isOpen={isOpen}
      isPending={archiving.isPending}
      look="danger"
      onClose={onClose}
      onConfirm={archive}
      title={phrase("people.archive.title", { name })}
      words={phrase(user.role === null ? "people.archive.program" : "people.archive.words")}
    >
      {isLast && <p role="alert">{phrase("people.lastAdministrator")}</p>}
    </ConfirmDialog>
  );
}
