import { FormButtons } from "../../design/FormButtons";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAnnounce } from "../../design/Announcer";
import { Failure } from "../../design/Failure";
import { useForm } from "../../design/use-form";
import { phrase } from "../../language/catalogue";
import { isConflict, refusedMembers } from "../../service/errors";
import { changeUserOptions } from "../../service/users";
import type { ChangedUser, User } from "../../service/records";
import { noteUserChange } from "../../session/store";
import { useSession } from "../../session/use-session";
import { AccountFields, NameFields, NoticeFields, PhoneField, TeamFields } from "./PersonFields";
import styles from "./PersonFields.module.css";
import { changesOf, faultsOf, formOf, isRight, type PersonForm } from "./person-form";

interface ChangePersonProps {
  user: User;
  onClose: () => void;
}

export function ChangePerson({ user, onClose }: ChangePersonProps) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const self = useSession().user.id;
  const [form, setForm] = useState<PersonForm>(() => formOf(user, []));
  const changing = useMutation(changeUserOptions(user.id, queries));
  const finish = (changed: ChangedUser) => {
    announce(phrase("people.saved", { name: `${changed.firstName} ${changed.lastName}` }));
    onClose();
    if (changed.id === self) noteOwnChange(changed);
  };
  const { wasSent, formProps } = useForm({
    error: changing.error,
    isRight: () => isRight(form),
    onSend: () => changing.mutate(changesOf(form, user), { onSuccess: finish }),
  });
  const fields = {
    form,
    faults: wasSent ? faultsOf(form, refusedMembers(changing.error)) : {},
    onChange: (change: Partial<PersonForm>) => setForm({ ...form, ...change }),
  };
  const hasAccount = user.role !== null;
  return (
    <form className={styles.form} {...formProps}>
      <p className={styles.words} dir="ltr">
        {user.email}
      </p>
      <NameFields {...fields} />
      <PhoneField {...fields} />
      {hasAccount && <AccountFields {...fields} />}
      <TeamFields {...fields} />
      {hasAccount && <NoticeFields {...fields} />}
      {isConflict(changing.error) && <p role="alert">{phrase("people.lastAdministrator")}</p>}
      {changing.isError && !isConflict(changing.error) && <Failure error={changing.error} />}
      <FormButtons action={phrase("shared.save")} isPending={changing.isPending} onClose={onClose} />
    </form>
  );
}

/** What the person may see and do is another from now on. */
function noteOwnChange({ firstName, lastName, role, teamIds }: ChangedUser): void {
  noteUserChange({ firstName, lastName, teamIds, ...(role !== null && { role }) });
}
