import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { Failure } from "../../design/Failure";
import { useForm } from "../../design/use-form";
import { phrase } from "../../language/catalogue";
import { changeBrandingOptions } from "../../service/branding";
import { refusedMembers } from "../../service/errors";
import { useSession } from "../../session/use-session";
import styles from "./Branding.module.css";
import { ContactFields, LookFields } from "./BrandingFields";
import { type BrandingForm as Form, changesOf, faultsOf } from "./branding-form";
import { Preview } from "./Preview";
import formStyles from "./Settings.module.css";

/** Changes the branding; beside it stands how candidates see it on a phone. */
export function BrandingForm({ before }: { before: Form }) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const { teamId } = useSession();
  const [edits, setEdits] = useState<Partial<Form>>({});
  const form = { ...before, ...edits };
  const saving = useMutation(changeBrandingOptions(teamId ?? "", queries));
  const changes = changesOf(form, before);
  const isChanged = Object.keys(changes).length > 0;
  const finish = () => {
    announce(phrase("settings.branding.saved"));
    setEdits({});
    startOver();
  };
  const { wasSent, startOver, formProps } = useForm({
    error: saving.error,
    isRight: () => isChanged && Object.keys(faultsOf(form)).length === 0,
    onSend: () => saving.mutate(changes, { onSuccess: finish }),
  });
  const fields = {
    form,
    faults: wasSent ? faultsOf(form, refusedMembers(saving.error)) : {},
    onChange: (change: Partial<Form>) => setEdits({ ...edits, ...change }),
  };
  return (
    <div className={styles.branding}>
      <form className={formStyles.form} {...formProps}>
        <Card title={phrase("settings.branding.look")}>
          <LookFields {...fields} />
        </Card>
        <Card title={phrase("settings.branding.contact")}>
          <ContactFields {...fields} />
        </Card>
        {saving.isError && <Failure error={saving.error} />}
        <div className={formStyles.buttons}>
          <Button isPending={saving.isPending} look="primary" type="submit">
            {phrase("shared.save")}
          </Button>
          {isChanged && <Button onPress={() => setEdits({})}>{phrase("settings.branding.discard")}</Button>}
          {wasSent && !isChanged && (
            <p className={formStyles.quiet}>{phrase("settings.branding.unchanged")}</p>
          )}
        </div>
      </form>
      <Preview form={form} />
    </div>
  );
}
