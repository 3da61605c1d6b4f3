import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { ADDRESSES } from "../../addresses";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { ConfirmDialog } from "../../design/ConfirmDialog";
import { phrase } from "../../language/catalogue";
import { LazyCandidateDialog } from "../../dialogs/candidate/LazyCandidateDialog";
import { archiveCandidateOptions, eraseCandidateOptions } from "../../service/candidates";
import type { Candidate } from "../../service/records";
import { useMayDo } from "../../session/use-session";

type Opened = "edit" | "archive" | "erase" | null;

/** What can be done with the record of a candidate. */
export function CandidateActions({ candidate }: { candidate: Candidate }) {
  const [opened, setOpened] = useState<Opened>(null);
  const mayEdit = useMayDo("editCandidates");
  const mayErase = useMayDo("eraseCandidates");
  const close = () => setOpened(null);
  return (
    <>
      {mayEdit && <Button onPress={() => setOpened("edit")}>{phrase("shared.edit")}</Button>}
      {mayEdit && candidate.archivedAt === null && (
        <Button look="quiet" onPress={() => setOpened("archive")}>
          {phrase("candidate.archive")}
        </Button>
      )}
      {mayErase && (
        <Button look="quiet" onPress={() => setOpened("erase")}>
          {phrase("candidate.erase")}
        </Button>
      )}
      {opened === "edit" && <LazyCandidateDialog candidateId={candidate.id} onClose={close} />}
      {opened === "archive" && <Archive candidate={candidate} onClose={close} />}
      {opened === "erase" && <Erase candidate={candidate} onClose={close} />}
    </>
  );
}

interface ConfirmProps {
  candidate: Candidate;
  onClose: () => void;
}

function Archive({ candidate, onClose }: ConfirmProps) {
  const announce = useAnnounce();
  const archiving = useMutation(archiveCandidateOptions(candidate.id, useQueryClient()));
  const name = nameOf(candidate);
  return (
    <ConfirmDialog
      action={phrase("candidate.archive.confirm")}
      error={archiving.error}
      isOpen
      isPending={archiving.isPending}
      onClose={onClose}
      onConfirm={() =>
        archiving.mutate(undefined, {
          onSuccess: () => {
            announce(phrase("candidate.archived", { name }));
            onClose();
          },
        })
      }
      title={phrase("candidate.archive.title", { name })}
      words={phrase("candidate.archive.words")}
    />
  );
}

function Erase({ candidate, onClose }: ConfirmProps) {
  const announce = useAnnounce();
  const [, navigate] = useLocation();
  const erasing = useMutation(eraseCandidateOptions(candidate.id, useQueryClient()));
  const name = nameOf(candidate);
  return (
    <ConfirmDialog
      action={phrase("candidate.erase.confirm")}
      error={erasing.error}
      isOpen
      isPending={erasing.isPending}
      look="danger"
      onClose={onClose}
      onConfirm={() =>
        erasing.mutate(undefined, {
          onSuccess: () => {
            announce(phrase("candidate.erased", { name }));
            navigate(ADDRESSES.candidates, { replace: true });
          },
        })
      }
      title={phrase("candidate.erase.title", { name })}
      words={phrase("candidate.erase.words", { name })}
    />
  );
}

function nameOf({ firstName, lastName }: Candidate): string {
  return `${firstName} ${lastName}`;
}
