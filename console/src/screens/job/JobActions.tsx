import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { editJobAddress } from "../../addresses";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { ConfirmDialog } from "../../design/ConfirmDialog";
import { Failure } from "../../design/Failure";
import { PrintButton } from "../../design/PrintButton";
import { LazyInviteDialog } from "../../dialogs/invite/LazyInviteDialog";
import { phrase } from "../../language/catalogue";
import { archiveJobOptions, changeJobOptions, unarchiveJobOptions } from "../../service/jobs";
import type { JobDetail } from "../../service/records";
import { useMayDo } from "../../session/use-session";
import { StatusDialog } from "./StatusDialog";
import { ENDS, TRANSITIONS } from "./transitions";

interface JobActionsProps {
  job: JobDetail;
}

/** What can be done with the job. */
export function JobActions({ job }: JobActionsProps) {
  const [isInviting, setInviting] = useState(false);
  const mayManage = useMayDo("manageJobs");
  const mayInvite = useMayDo("inviteCandidates") && job.archivedAt === null && !ENDS.has(job.status);
  const isWaiting = job.status === "pending_approval";
  return (
    <>
      {mayManage && isWaiting && job.ats === null && <Approve job={job} />}
      {mayInvite && (
        <Button look={isWaiting ? "plain" : "primary"} onPress={() => setInviting(true)}>
          {phrase("job.invite")}
        </Button>
      )}
      {mayManage && <Changes job={job} />}
      <PrintButton />
      <LazyInviteDialog isOpen={isInviting} jobId={job.id} onClose={() => setInviting(false)} />
    </>
  );
}

function Approve({ job }: { job: JobDetail }) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const approving = useMutation(changeJobOptions(job.id, queries));
  const approve = () =>
    approving.mutate(
      { change: { status: "approved" }, state: null },
      { onSuccess: () => announce(phrase("job.approved", { title: job.title })) },
    );
  return (
    <>
      <Button isPending={approving.isPending} look="primary" onPress={approve}>
        {phrase("job.approve")}
      </Button>
      {approving.isError && <Failure error={approving.error} />}
    </>
  );
}

type Open = "status" | "archive" | null;

function Changes({ job }: { job: JobDetail }) {
  const [, navigate] = useLocation();
  const [open, setOpen] = useState<Open>(null);
  const isOwn = job.ats === null;
  const isArchived = job.archivedAt !== null;
  return (
    <>
      {isOwn && !isArchived && (
        <Button onPress={() => navigate(editJobAddress(job.id))}>{phrase("shared.edit")}</Button>
      )}
      {isOwn && !isArchived && TRANSITIONS[job.status].length > 0 && (
        <Button onPress={() => setOpen("status")}>{phrase("job.changeStatus")}</Button>
      )}
      {isArchived ? (
        <Unarchive job={job} />
      ) : (
        <Button onPress={() => setOpen("archive")}>{phrase("job.archive")}</Button>
      )}
      {open === "status" && <StatusDialog job={job} onClose={() => setOpen(null)} />}
      <ArchiveDialog isOpen={open === "archive"} job={job} onClose={() => setOpen(null)} />
    </>
  );
}

function Unarchive({ job }: { job: JobDetail }) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const bringing = useMutation(unarchiveJobOptions(job.id, queries));
  const bring = () =>
    bringing.mutate(undefined, { onSuccess: () => announce(phrase("job.unarchived", { title: job.title })) });
  return (
    <>
      <Button isPending={bringing.isPending} onPress={bring}>
        {phrase("job.unarchive")}
      </Button>
      {bringing.isError && <Failure error={bringing.error} />}
    </>
  );
}

interface ArchiveDialogProps {
  job: JobDetail;
  isOpen: boolean;
  onClose: () => void;
}

function ArchiveDialog({ job, isOpen, onClose }: ArchiveDialogProps) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const archiving = useMutation(archiveJobOptions(job.id, queries));
  const archive = () =>
    archiving.mutate(undefined, {
      onSuccess: () => {
        announce(phrase("job.archived.done", { title: job.title }));
        onClose();
      },
    });
  return (
    <ConfirmDialog
      action={phrase("job.archive.confirm")}
      error={archiving.error}
      isOpen={isOpen}
      isPending={archiving.isPending}
      look="danger"
      onClose={onClose}
      onConfirm={archive}
      title={phrase("job.archive.title", { title: job.title })}
      words={phrase("job.archive.words")}
    />
  );
}
