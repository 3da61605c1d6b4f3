import { type SubmitEvent, useRef, useState } from "react";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { focusOnProblem } from "../../design/focus-on-problem";
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
  const form = useRef<HTMLFormElement>(null);
  const whom = useWhom(chosen);
  const [picked, setPicked] = useState(first);
  const [delivery, setDelivery] = useState(BY_DEFAULT);
  const [wasSent, setSent] = useState(false);
  const target = useTarget(picked);
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    setSent(true);
    const people = whom.read();
    const place = target.kind === null ? null : targetOf(target, delivery);
    if (people === null || place === null) {
      focusOnProblem(form);
      return;
    }
    const results = await sending.send(people, place);
    if (results.length === 0) return;
    const invited = results.filter(({ outcome }) => outcome !== null && !outcome.wasInvited);
    announce(counted("invite.done", invited.length));
    onSent();
  };
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void send(event)} ref={form}>
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
