import { FormButtons } from "../../design/FormButtons";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../design/Button";
import { DateTimeField } from "../../design/DateTimeField";
import { Dialog } from "../../design/Dialog";
import { Failure } from "../../design/Failure";
import { useInitialFocus } from "../../design/initial-focus";
import { useForm } from "../../design/use-form";
import { counted, phrase } from "../../language/catalogue";
import { beginOfDay, dayBefore, endOfDay } from "../../language/days";
import type { Webhook } from "../../service/records";
import { repeatFailedOptions } from "../../service/webhooks";
import styles from "./Form.module.css";

export interface RepeatDialogProps {
  webhook: Webhook;
  onClose: () => void;
}

const USUAL_DAYS = 7;

/** Sends everything that failed between two days once more; the last week is proposed. */
export default function RepeatDialog({ webhook, onClose }: RepeatDialogProps) {
  const [count, setCount] = useState<number | null>(null);
  return (
    <Dialog isOpen onClose={onClose} title={phrase("webhooks.repeat")}>
      {count === null ? (
        <RepeatForm onClose={onClose} onRepeated={setCount} webhook={webhook} />
      ) : (
        <Repeated count={count} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Repeated({ count, onClose }: { count: number; onClose: () => void }) {
  const done = useInitialFocus<HTMLButtonElement>();
  return (
    <>
      <p role="status">{counted("webhooks.repeated", count)}</p>
      <div className={styles.buttons}>
        <Button look="primary" onPress={onClose} ref={done}>
          {phrase("webhooks.repeat.done")}
        </Button>
      </div>
    </>
  );
}

function RepeatForm({
  webhook,
  onClose,
  onRepeated,
}: RepeatDialogProps & { onRepeated: (count: number) => void }) {
  const queries = useQueryClient();
  const [from, setFrom] = useState(() => dayBefore(USUAL_DAYS));
  const [to, setTo] = useState(() => dayBefore());
  const repeating = useMutation(repeatFailedOptions(webhook.id, queries));
  const since = beginOfDay(from);
  const until = endOfDay(to);
  const period = since === undefined || until === undefined || since > until ? null : { since, until };
  const { wasSent, formProps } = useForm({
    isRight: () => period !== null,
    onSend: () => {
      if (period !== null) repeating.mutate(period, { onSuccess: onRepeated });
    },
  });
  return (
    <form className={styles.form} {...formProps}>
      <p className={styles.words}>{phrase("webhooks.repeat.words")}</p>
      <div className={styles.days}>
        <DateTimeField isDay label={phrase("webhooks.repeat.from")} onChange={setFrom} value={from} />
        <DateTimeField
          error={wasSent && period === null ? phrase("webhooks.repeat.wrong") : undefined}
          isDay
          label={phrase("webhooks.repeat.to")}
          onChange={setTo}
          value={to}
        />
      </div>
      {repeating.isError && <Failure error={repeating.error} />}
      <FormButtons
        action={phrase("webhooks.repeat.send")}
        isPending={repeating.isPending}
        onClose={onClose}
      />
    </form>
  );
}
