import { FormButtons } from "../../design/FormButtons";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAnnounce } from "../../design/Announcer";
import { Failure } from "../../design/Failure";
import { useForm } from "../../design/use-form";
import { phrase } from "../../language/catalogue";
import { refusedMembers } from "../../service/errors";
import { addUserOptions } from "../../service/users";
import { useSession } from "../../session/use-session";
import { AccountFields, NameFields, TeamFields } from "./PersonFields";
import styles from "./PersonFields.module.css";
import { faultsOf, formOf, isRight, type PersonForm, userToCreate } from "./person-form";

/** Adds somebody, whom the service then mails how to sign in. */
export function AddPerson({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const { teamId } = useSession();
  const [form, setForm] = useState<PersonForm>(() => formOf(undefined, teamId === null ? [] : [teamId]));
  const adding = useMutation(addUserOptions(queries));
  const refused = refusedMembers(adding.error);
  const add = () =>
    adding.mutate(userToCreate(form), {
      onSuccess: () => {
        announce(phrase("people.added", { name: `${form.firstName} ${form.lastName}` }));
        onClose();
      },
    });
  const { wasSent, formProps } = useForm({ error: adding.error, isRight: () => isRight(form), onSend: add });
  const fields = {
    form,
    faults: wasSent ? faultsOf(form, refused) : {},
    onChange: (change: Partial<PersonForm>) => {
      adding.reset();
      setForm({ ...form, ...change });
    },
  };
  return (
    <form className={styles.form} {...formProps}>
      <p className={styles.words}>{phrase("people.add.words")}</p>
      <NameFields {...fields} hasEmail />
      <AccountFields {...fields} />
      <TeamFields {...fields} />
      {adding.isError && !refused.has("users[0].email") && <Failure error={adding.error} />}
      <FormButtons action={phrase("people.add.action")} isPending={adding.isPending} onClose={onClose} />
    </form>
  );
}
