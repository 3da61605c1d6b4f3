import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { ADDRESSES, interviewAddress } from "../../addresses";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { ConfirmedButton } from "../../design/ConfirmedButton";
import { Failure } from "../../design/Failure";
import { InviteButton } from "../../dialogs/invite/InviteButton";
import { phrase } from "../../language/catalogue";
import { archiveInterview, copyInterview, invalidateInterviews } from "../../service/interviews";
import { Try } from "./Try";
import type { Editor } from "./use-editor";

interface ActionsProps {
  editor: Editor;
  save: () => Promise<boolean>;
}

/** What can be done with a stored interview. */
export function Actions({ editor, save }: ActionsProps) {
  const { interviewId, status } = editor.stored;
  if (interviewId === null) return null;
  return (
    <>
      {status === 0 && <Try editor={editor} interviewId={interviewId} save={save} />}
      {status === 0 && <InviteButton interviewId={interviewId} />}
      <Copy interviewId={interviewId} />
      <Archive editor={editor} interviewId={interviewId} />
    </>
  );
}

/** Leads to the copy, which is there to be changed. */
export function Copy({ interviewId }: { interviewId: string }) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const [, navigate] = useLocation();
  const copying = useMutation({
    mutationFn: () => copyInterview(interviewId),
    onSuccess: async ({ id, title }) => {
      announce(phrase("interview.copied", { title }));
      navigate(interviewAddress(id));
      await invalidateInterviews(queries);
    },
  });
  return (
    <>
      <Button isPending={copying.isPending} look="quiet" onPress={() => copying.mutate()}>
        {phrase("interview.copy")}
      </Button>
      {copying.isError && <Failure error={copying.error} />}
    </>
  );
}

function Archive({ interviewId, editor }: { interviewId: string; editor: Editor }) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const [, navigate] = useLocation();
  const archiving = useMutation({
    mutationFn: () => archiveInterview(interviewId),
    onSuccess: async () => {
      announce(phrase("interview.archived", { title: editor.stored.title }));
      editor.discard();
      navigate(ADDRESSES.interviews);
      await invalidateInterviews(queries);
    },
  });
  return (
    <ConfirmedButton
      error={archiving.error}
      isPending={archiving.isPending}
      name={phrase("interview.archive")}
      onConfirm={() => archiving.mutate()}
      title={phrase("interview.archive.title", { title: editor.stored.title })}
      words={phrase("interview.archive.words")}
    />
  );
}
