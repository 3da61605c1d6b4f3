import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Button } from "../../design/Button";
import { ScreenHeading } from "../../design/shell/ScreenHeading";
import { phrase } from "../../language/catalogue";
import { webhooksOptions } from "../../service/webhooks";
import { useMayDo } from "../../session/use-session";
import { Deliveries } from "./Deliveries";
import { LazyWebhookDialog } from "./LazyDialogs";
import { WebhookList } from "./WebhookList";
import styles from "./Webhooks.module.css";

/** Where the team's events go, and what became of each. */
export default function Webhooks() {
  const mayManage = useMayDo("manageWebhooks");
  const webhooks = useQuery(webhooksOptions());
  const [isAdding, setAdding] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <ScreenHeading
        actions={
          mayManage ? (
            <Button look="primary" onPress={() => setAdding(true)}>
              {phrase("webhooks.add")}
            </Button>
          ) : undefined
        }
        below={<p className={styles.words}>{phrase(mayManage ? "webhooks.words" : "webhooks.readOnly")}</p>}
        ref={heading}
        title={phrase("screen.webhooks")}
      />
      <WebhookList heading={heading} onAdd={() => setAdding(true)} webhooks={webhooks} />
      <Deliveries webhooks={webhooks.data ?? []} />
      {isAdding && <LazyWebhookDialog onClose={() => setAdding(false)} />}
    </>
  );
}
