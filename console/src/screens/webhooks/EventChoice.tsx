import { FormFault } from "../../design/FormFault";
import { useId } from "react";
import { Button } from "../../design/Button";
import { Checkbox } from "../../design/Checkbox";
import { phrase } from "../../language/catalogue";
import { WEBHOOK_EVENTS, type WebhookEvent } from "../../service/webhooks";
import { eventName } from "./events";
import styles from "./Form.module.css";

interface EventChoiceProps {
  chosen: ReadonlySet<WebhookEvent>;
  error: string | undefined;
  onChange: (chosen: ReadonlySet<WebhookEvent>) => void;
}

export function EventChoice({ chosen, error, onChange }: EventChoiceProps) {
  const id = useId();
  const choose = (event: WebhookEvent, isChosen: boolean) =>
    onChange(new Set(WEBHOOK_EVENTS.filter((each) => (each === event ? isChosen : chosen.has(each)))));
  return (
    <fieldset aria-describedby={error === undefined ? undefined : id} className={styles.events}>
      <legend className={styles.legend}>{phrase("webhooks.events.legend")}</legend>
      <FormFault id={id}>{error}</FormFault>
      <div className={styles.choices}>
        <Button onPress={() => onChange(new Set(WEBHOOK_EVENTS))} size="small">
          {phrase("webhooks.events.all")}
        </Button>
        <Button onPress={() => onChange(new Set())} size="small">
          {phrase("webhooks.events.none")}
        </Button>
      </div>
      <div>
        {WEBHOOK_EVENTS.map((event) => (
          <Checkbox
            isSelected={chosen.has(event)}
            key={event}
            label={eventName(event)}
            onChange={(isChosen) => choose(event, isChosen)}
          />
        ))}
      </div>
    </fieldset>
  );
}
