import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAnnounce } from "../../design/Announcer";
import { Checkbox } from "../../design/Checkbox";
import { Dialog } from "../../design/Dialog";
import { Failure } from "../../design/Failure";
import { Field } from "../../design/Field";
import { useInitialFocus } from "../../design/initial-focus";
import { useForm } from "../../design/use-form";
import { FormButtons } from "../../design/FormButtons";
import styles from "../../dialogs/person/PersonFields.module.css";
import { phrase } from "../../language/catalogue";
import { addTeamOptions } from "../../service/users";
import { noteUserChange } from "../../session/store";
import { useSession } from "../../session/use-session";

export interface TeamDialogProps {
  onClose: () => void;
}

const LONGEST_NAME = 255;
const LONGEST_DESCRIPTION = 2_000;

export default function TeamDialog({ onClose }: TeamDialogProps) {
  return (
    <Dialog isOpen onClose={onClose} title={phrase("people.team.add")}>
      <TeamForm onClose={onClose} />
    </Dialog>
  );
}

function TeamForm({ onClose }: TeamDialogProps) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const { user } = useSession();
  const first = useInitialFocus<HTMLInputElement & HTMLTextAreaElement>();
  const [form, setForm] = useState({ name: "", displayName: "", description: "", isMember: true });
  const adding = useMutation(addTeamOptions(queries));
  const change = (part: Partial<typeof form>) => setForm({ ...form, ...part });
  const name = form.name.trim();
  const displayName = form.displayName.trim();
  const add = () => {
    const description = form.description.trim();
    const team = {
      name,
      displayName,
      description: description === "" ? null : description,
      userIds: form.isMember ? [user.id] : [],
    };
    adding.mutate(team, {
      onSuccess: ([made]) => {
        announce(phrase("people.team.added", { name }));
        onClose();
        if (form.isMember && made !== undefined) noteUserChange({ teamIds: [...user.teamIds, made.id] });
      },
    });
  };
  const isRight = () => name !== "" && displayName !== "";
  const { wasSent, formProps } = useForm({ error: adding.error, isRight, onSend: add });
  return (
    <form className={styles.form} {...formProps}>
      <Field
        description={phrase("people.team.name.words")}
        error={wasSent && name === "" ? phrase("people.team.name.missing") : undefined}
        inputRef={first}
        label={phrase("people.team.name")}
        maxLength={LONGEST_NAME}
        onChange={(text) => change({ name: text })}
        value={form.name}
      />
      <Field
        description={phrase("people.team.shown.words")}
        error={wasSent && displayName === "" ? phrase("people.team.shown.missing") : undefined}
        label={phrase("people.team.shown")}
        maxLength={LONGEST_NAME}
        onChange={(text) => change({ displayName: text })}
        value={form.displayName}
      />
      <Field
        label={phrase("people.team.description")}
        maxLength={LONGEST_DESCRIPTION}
        onChange={(text) => change({ description: text })}
        rows={2}
        value={form.description}
      />
      <Checkbox
        isSelected={form.isMember}
        label={phrase("people.team.member")}
        onChange={(isMember) => change({ isMember })}
      />
      {adding.isError && <Failure error={adding.error} />}
      <FormButtons action={phrase("people.team.add.action")} isPending={adding.isPending} onClose={onClose} />
    </form>
  );
}
