import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { Failure } from "../../design/Failure";
import { ScreenLink } from "../../design/ScreenLink";
import { Skeleton } from "../../design/Skeleton";
import { useForm } from "../../design/use-form";
import { phrase } from "../../language/catalogue";
import {
  addMessageGroupOptions,
  changeMessageGroupOptions,
  messageGroupOptions,
} from "../../service/message-groups";
import type { MessageGroup as Group } from "../../service/records";
import { useMayDo, useSession } from "../../session/use-session";
import { GroupFields } from "./GroupFields";
import { MessageFields } from "./MessageFields";
import { changesOf, firstWrong, formOf, type GroupForm as Form, groupToCreate } from "./message-form";
import { MESSAGE_TYPES, type MessageType } from "./message-names";
import { NEW_GROUP } from "./Messages";
import { partAddress } from "./parts";
import styles from "./Settings.module.css";

/** One group of messages, or a new one. */
export function MessageGroup({ id }: { id: string }) {
  const isNew = id === NEW_GROUP;
  const group = useQuery({ ...messageGroupOptions(id), enabled: !isNew });
  return (
    <div className={styles.part}>
      <p>
        <ScreenLink to={partAddress("messages")}>{phrase("settings.messages.back")}</ScreenLink>
      </p>
      {group.isError && <Failure error={group.error} onRetry={() => void group.refetch()} />}
      {!isNew && group.isPending && (
        <Card>
          <Skeleton lines={8} />
        </Card>
      )}
      {isNew && <GroupForm />}
      {group.data !== undefined && <GroupForm group={group.data} />}
    </div>
  );
}

function GroupForm({ group }: { group?: Group }) {
  const mayManage = useMayDo("manageMessages");
  const [edits, setEdits] = useState<Partial<Form>>({});
  const form = { ...formOf(group), ...edits };
  const [type, setType] = useState<MessageType>(() => MESSAGE_TYPES[0] ?? "INVITE");
  const saving = useSaving(group);
  const isTitleMissing = form.title.trim() === "";
  const isRight = () => {
    const wrong = firstWrong(form);
    if (wrong !== undefined) setType(wrong);
    return wrong === undefined && !isTitleMissing;
  };
  const { wasSent, formProps } = useForm({
    error: saving.error,
    isRight,
    onSend: () => saving.mutate(form, { onSuccess: () => setEdits({}) }),
  });
  return (
    <form className={styles.part} {...formProps}>
      <GroupFields
        fault={wasSent && isTitleMissing ? phrase("settings.messages.title.missing") : undefined}
        form={form}
        isNew={group === undefined}
        isReadOnly={!mayManage}
        onChange={(change) => setEdits({ ...edits, ...change })}
      />
      <MessageFields
        areFaultsShown={wasSent}
        isReadOnly={!mayManage}
        message={form.messages[type]}
        onChange={(message) => setEdits({ ...edits, messages: { ...form.messages, [type]: message } })}
        onChoose={setType}
        type={type}
      />
      {saving.isError && <Failure error={saving.error} />}
      {mayManage && (
        <div className={styles.buttons}>
          <Button isPending={saving.isPending} look="primary" type="submit">
            {phrase("shared.save")}
          </Button>
        </div>
      )}
    </form>
  );
}

function useSaving(group: Group | undefined) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const [, navigate] = useLocation();
  const { teamId } = useSession();
  const adding = useMutation(addMessageGroupOptions(queries));
  const changing = useMutation(changeMessageGroupOptions(group?.id ?? "", queries));
  return useMutation({
    mutationFn: (form: Form) =>
      group === undefined
        ? adding.mutateAsync(groupToCreate(form, teamId ?? ""))
        : changing.mutateAsync(changesOf(form)),
    onSuccess: (saved) => {
      announce(phrase("settings.messages.saved"));
      if (group === undefined) navigate(partAddress("messages", { group: saved.id }), { replace: true });
    },
  });
}
