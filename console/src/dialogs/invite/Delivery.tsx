import { FieldPair } from "../../design/FieldPair";
import { FormSelect } from "../../design/FormSelect";
import { NumberField } from "../../design/NumberField";
import { phrase } from "../../language/catalogue";
import { type DeliveryChoice, isLength } from "./target";

interface DeliveryProps {
  delivery: DeliveryChoice;
  onChange: (delivery: DeliveryChoice) => void;
}

const CHANNELS = ["all", "email", "sms"] as const;

/** By which ways an interview's invite goes out, and for how long it is good. */
export function Delivery({ delivery, onChange }: DeliveryProps) {
  const choices = [
    { id: "all", name: phrase("invite.channel.all") },
    { id: "email", name: phrase("invite.channel.email") },
    { id: "sms", name: phrase("invite.channel.sms") },
  ];
  return (
    <FieldPair>
      <FormSelect
        choices={choices}
        label={phrase("invite.channel")}
        onChange={(id) => onChange({ ...delivery, channel: CHANNELS.find((each) => each === id) ?? "all" })}
        value={delivery.channel}
      />
      <NumberField
        description={phrase("invite.days.words")}
        error={isLength(delivery.days) ? undefined : phrase("invite.days.wrong")}
        label={phrase("invite.days")}
        onChange={(days) => onChange({ ...delivery, days })}
        value={delivery.days}
      />
    </FieldPair>
  );
}
