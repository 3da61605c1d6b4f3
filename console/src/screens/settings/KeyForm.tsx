import { FormButtons } from "../../design/FormButtons";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Checkbox } from "../../design/Checkbox";
import { DateTimeField } from "../../design/DateTimeField";
import { Failure } from "../../design/Failure";
import { Field } from "../../design/Field";
import { FormSelect } from "../../design/FormSelect";
import { useForm } from "../../design/use-form";
import { useInitialFocus } from "../../design/initial-focus";
import { phrase } from "../../language/catalogue";
import { dayBefore, endOfDay } from "../../language/days";
import { addCredentialOptions } from "../../service/credentials";
import { teamsOptions } from "../../service/teams";
import { useSession } from "../../session/use-session";
import styles from "./KeyDialog.module.css";

interface KeyFormProps {
  onMade: (apiKey: string) => void;
  onClose: () => void;
}

const LONGEST_NAME = 255;

export function KeyForm({ onMade, onClose }: KeyFormProps) {
  const queries = useQueryClient();
  const { user, teamId } = useSession();
  const [form, setForm] = useState({
    name: "",
    teamId: teamId ?? "",
    mayWrite: true,
    lastDay: "",
    sandbox: false,
  });
  const adding = useMutation(addCredentialOptions(queries));
  const change = (part: Partial<typeof form>) => setForm({ ...form, ...part });
  const name = form.name.trim();
  const isPast = form.lastDay !== "" && form.lastDay < dayBefore();
  const make = () => {
    const body = {
      organizationId: user.organizationId,
      teamId: form.teamId,
      name,
      permissions: form.mayWrite ? (["read", "write"] as const) : (["read"] as const),
      expiresAt: endOfDay(form.lastDay) ?? null,
      sandbox: form.sandbox,
    };
    adding.mutate(
      { ...body, permissions: [...body.permissions] },
      { onSuccess: ({ apiKey }) => onMade(apiKey) },
    );
  };
  const isRight = () => name !== "" && !isPast;
  const { wasSent, formProps } = useForm({ error: adding.error, isRight, onSend: make });
  return (
    <form className={styles.form} {...formProps}>
      <KeyFields
        change={change}
        form={form}
        lastDayFault={wasSent && isPast ? phrase("settings.keys.lastDay.past") : undefined}
        nameFault={wasSent && name === "" ? phrase("settings.keys.name.missing") : undefined}
      />
      {adding.isError && <Failure error={adding.error} />}
      <FormButtons action={phrase("settings.keys.make")} isPending={adding.isPending} onClose={onClose} />
    </form>
  );
}

interface KeyFormState {
  name: string;
  teamId: string;
  mayWrite: boolean;
  /** The last day on which it works; empty for ever. */
  lastDay: string;
  sandbox: boolean;
}

interface KeyFieldsProps {
  form: KeyFormState;
  change: (part: Partial<KeyFormState>) => void;
  nameFault: string | undefined;
  lastDayFault: string | undefined;
}

function KeyFields({ form, change, nameFault, lastDayFault }: KeyFieldsProps) {
  const teams = useQuery(teamsOptions());
  const first = useInitialFocus<HTMLInputElement & HTMLTextAreaElement>();
  return (
    <>
      <Field
        description={phrase("settings.keys.name.words")}
        error={nameFault}
        inputRef={first}
        label={phrase("settings.keys.name")}
        maxLength={LONGEST_NAME}
        onChange={(name) => change({ name })}
        value={form.name}
      />
      <FormSelect
        choices={teams.data?.map(({ id, name }) => ({ id, name })) ?? []}
        label={phrase("settings.keys.team")}
        onChange={(teamId) => change({ teamId })}
        value={form.teamId}
      />
      <FormSelect
        choices={[
          { id: "write", name: phrase("settings.keys.write") },
          { id: "read", name: phrase("settings.keys.read") },
        ]}
        label={phrase("settings.keys.permissions")}
        onChange={(id) => change({ mayWrite: id === "write" })}
        value={form.mayWrite ? "write" : "read"}
      />
      <DateTimeField
        description={phrase("settings.keys.lastDay.words")}
        error={lastDayFault}
        isDay
        label={phrase("settings.keys.lastDay")}
        onChange={(lastDay) => change({ lastDay })}
        value={form.lastDay}
      />
      <Checkbox
        description={phrase("settings.keys.sandbox.words")}
        isSelected={form.sandbox}
        label={phrase("settings.keys.sandbox")}
        onChange={(sandbox) => change({ sandbox })}
      />
    </>
  );
}
