import { useMutation, useQueryClient } from "@tanstack/react-query";
import { webhookDeliveryAddress } from "../../addresses";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { Failure } from "../../design/Failure";
import { ScreenLink } from "../../design/ScreenLink";
import { phrase } from "../../language/catalogue";
import { redeliverOptions } from "../../service/webhook-deliveries";
import styles from "./Redeliver.module.css";

interface RedeliverProps {
  deliveryId: string;
  /** The id of what says which delivery it is, where several stand beside each other. */
  describedBy?: string;
  look?: "primary" | "plain";
}

/** Sends a delivery once more, and leads to what becomes of it. */
export function Redeliver({ deliveryId, describedBy, look = "plain" }: RedeliverProps) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const sending = useMutation(redeliverOptions(deliveryId, queries));
  const send = () => sending.mutate(undefined, { onSuccess: () => announce(phrase("webhooks.redelivered")) });
  return (
    <div className={styles.redeliver}>
      <Button
        {...(describedBy === undefined ? {} : { "aria-describedby": describedBy })}
        isPending={sending.isPending}
        look={look}
        onPress={send}
        size={look === "primary" ? "normal" : "small"}
      >
        {phrase("webhooks.redeliver")}
      </Button>
      {sending.isSuccess && (
        <ScreenLink className={styles.link} to={webhookDeliveryAddress(sending.data.id)}>
          {phrase("webhooks.redelivered.link")}
        </ScreenLink>
      )}
      {sending.isError && <Failure error={sending.error} />}
    </div>
  );
}
