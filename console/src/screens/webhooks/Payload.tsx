import { useMutation } from "@tanstack/react-query";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { phrase } from "../../language/catalogue";
import styles from "./Delivery.module.css";

const INDENT = 2;

/** What was sent, as it is read most easily. */
export function Payload({ payload }: { payload: object }) {
  const announce = useAnnounce();
  const text = JSON.stringify(payload, null, INDENT);
  const copying = useMutation({
    mutationFn: () => navigator.clipboard.writeText(text),
    onSuccess: () => announce(phrase("copy.copied")),
  });
  return (
    <Card
      actions={
        <Button onPress={() => copying.mutate()} size="small">
          {phrase(copying.isSuccess ? "copy.done" : "copy.copy")}
        </Button>
      }
      title={phrase("webhooks.payload")}
    >
      {copying.isError && <p role="alert">{phrase("webhooks.payload.notCopied")}</p>}
      <pre className={styles.code} dir="ltr">
        {text}
      </pre>
    </Card>
  );
}
