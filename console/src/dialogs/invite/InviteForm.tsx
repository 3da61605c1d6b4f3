import { useState } from "react";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { useForm } from "../../design/use-form";
import { counted, phrase } from "../../language/catalogue";
import { formatList } from "../../language/format";
import { Delivery } from "./Delivery";
import styles from "./Invite.module.css";
import { MessagePreview } from "./MessagePreview";
import type { Person } from "./people";
import { type ChosenTarget, TargetChoice } from "./TargetChoice";
import { type DeliveryChoice, targetOf, useTarget } from "./target";
import { useWhom } from "./use-whom";
import type { Sending } from "./use-sending";
import { Whom } from "./Whom";

interface InviteFormProps {
  chosen: readonly Person[];
  first: ChosenTarget | null;
  sending: Sending;
  onSent: () => void;
}

const BY_DEFAULT: DeliveryChoice = { channel: "all", days: null };

export function InviteForm({ chosen, first, sending, onSent }: InviteFormProps) {
  const announce = useAnnounce();
  const whom = useWhom(chosen);
  const [picked, setPicked] = useState(first);
  const [delivery, setDelivery] = useState(BY_DEFAULT);
  const target = useTarget(picked);
  const place = target.kind === null ? null : targetOf(target, delivery);
  const send = async () => {
    const people = whom.read();
    if (people === null || place === null) return;
    const results = await sending.send(people, place);
    if (results.length === 0) return;
    const invited = results.filter(({ outcome }) => outcome !== null && !outcome.wasInvited);
    announce(counted("invite.done", invited.length));
    onSent();
  };
  const { wasSent, formProps } = useForm({
    isRight: () => whom.read() !== null && place !== null,
    onSend: () => void send(),
  });
  return (
    <form className={styles.form} {...formProps}>
      {chosen.length > 0 ? (
        <p>{phrase("invite.whom.chosen", { names: formatList(chosen.map(({ name }) => name)) })}</p>
      ) : (
        <Whom wasSent={wasSent} whom={whom} />
      )}
      <TargetChoice onPick={setPicked} picked={picked} target={target} wasSent={wasSent} />
      {target.kind === "interview" && <Delivery delivery={delivery} onChange={setDelivery} />}
      {target.interviewId !== null && <MessagePreview interviewId={target.interviewId} />}
      <Button isPending={sending.done !== null} look="primary" type="submit">
        {phrase("invite.send")}
      </Button>
      {sending.done !== null && whom.count > 1 && (
        <p className={styles.quiet}>{phrase("invite.progress", { done: sending.done, total: whom.count })}</p>
      )}
    </form>
  );
}
