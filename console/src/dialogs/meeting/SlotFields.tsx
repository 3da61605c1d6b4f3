import { FormFault } from "../../design/FormFault";
import { useRef } from "react";
import { Button } from "../../design/Button";
import { DateTimeField } from "../../design/DateTimeField";
import { TrashIcon } from "../../design/icons";
import { NumberField } from "../../design/NumberField";
import { counted, phrase } from "../../language/catalogue";
import { formatNumber } from "../../language/format";
import styles from "./Meeting.module.css";
import { newSlot, type SlotForm } from "./meeting-form";
import type { MeetingFieldsProps } from "./MeetingFields";

/** The times of which candidates choose one. */
export function SlotFields({ form, onChange, errorOf }: MeetingFieldsProps) {
  const list = useRef<HTMLOListElement>(null);
  const { slots } = form;
  const set = (next: readonly SlotForm[]) => onChange({ ...form, slots: next });
  const focusRow = (at: number) =>
    requestAnimationFrame(() => list.current?.children[at]?.querySelector("input")?.focus());
  const add = () => {
    set([...slots, newSlot(slots)]);
    focusRow(slots.length);
  };
  const remove = (at: number) => {
    set(slots.filter((_, place) => place !== at));
    focusRow(Math.min(at, slots.length - 2));
  };
  return (
    <>
      <p className={styles.quiet}>{phrase("meetings.slots.words", { zone: form.timezone })}</p>
      <FormFault>{errorOf("slots")}</FormFault>
      <ol className={styles.slots} ref={list}>
        {slots.map((slot, at) => (
          <li className={styles.slot} key={slot.key}>
            <OneSlot
              at={at}
              errorOf={errorOf}
              onChange={(next) => set(slots.map((each, place) => (place === at ? next : each)))}
              onRemove={() => remove(at)}
              slot={slot}
            />
          </li>
        ))}
      </ol>
      <Button className={styles.add} onPress={add} size="small">
        {phrase("meetings.slot.add")}
      </Button>
    </>
  );
}

interface OneSlotProps {
  slot: SlotForm;
  at: number;
  errorOf: MeetingFieldsProps["errorOf"];
  onChange: (slot: SlotForm) => void;
  onRemove: () => void;
}

function OneSlot({ slot, at, errorOf, onChange, onRemove }: OneSlotProps) {
  const number = formatNumber(at + 1);
  return (
    <>
      <DateTimeField
        className={styles.clock}
        error={errorOf(`slots[${at}].startsAt`)}
        label={phrase("meetings.slot.begins", { number })}
        onChange={(clock) => onChange({ ...slot, clock })}
        value={slot.clock}
      />
      <NumberField
        className={styles.capacity}
        description={slot.booked > 0 ? counted("meetings.slot.booked", slot.booked) : undefined}
        error={errorOf(`slots[${at}].capacity`)}
        label={phrase("meetings.slot.places", { number })}
        onChange={(capacity) => onChange({ ...slot, capacity })}
        value={slot.capacity}
      />
      <Button
        aria-label={phrase("meetings.slot.remove", { number })}
        className={styles.remove}
        look="quiet"
        onPress={onRemove}
        size="icon"
      >
        <TrashIcon />
      </Button>
    </>
  );
}
