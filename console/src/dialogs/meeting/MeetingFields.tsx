import { FieldPair } from "../../design/FieldPair";
import { DateTimeField } from "../../design/DateTimeField";
import { Disclosure } from "../../design/Disclosure";
import { Field } from "../../design/Field";
import { FormSelect } from "../../design/FormSelect";
import { NumberField } from "../../design/NumberField";
import { Segments } from "../../design/Segments";
import { ZoneField } from "../../design/ZoneField";
import { phrase } from "../../language/catalogue";
import { languageChoices } from "../../language/languages";
import styles from "./Meeting.module.css";
import type { MeetingForm } from "./meeting-form";
import { SlotFields } from "./SlotFields";

export interface MeetingFieldsProps {
  form: MeetingForm;
  onChange: (form: MeetingForm) => void;
  /** What is wrong with a member, in words. */
  errorOf: (member: string) => string | undefined;
}

/** All that is told of a meeting. */
export function MeetingFields(properties: MeetingFieldsProps) {
  const { form, onChange, errorOf } = properties;
  return (
    <>
      <Field
        error={errorOf("title")}
        label={phrase("meetings.title")}
        onChange={(title) => onChange({ ...form, title })}
        value={form.title}
      />
      <Times {...properties} />
      <FieldPair>
        <NumberField
          error={errorOf("durationMinutes")}
          label={phrase("meetings.minutes")}
          onChange={(minutes) => onChange({ ...form, minutes })}
          value={form.minutes}
        />
        <ZoneField
          error={errorOf("timezone")}
          label={phrase("meetings.zone")}
          onChange={(timezone) => onChange({ ...form, timezone })}
          value={form.timezone}
        />
      </FieldPair>
      <Field
        description={phrase("meetings.place.words")}
        error={errorOf("place")}
        label={phrase("meetings.place")}
        onChange={(place) => onChange({ ...form, place })}
        value={form.place}
      />
      <Field
        error={errorOf("url")}
        label={phrase("meetings.url")}
        onChange={(url) => onChange({ ...form, url })}
        type="url"
        value={form.url}
      />
      <Field
        description={phrase("meetings.description.words")}
        error={errorOf("description")}
        label={phrase("meetings.description")}
        onChange={(description) => onChange({ ...form, description })}
        rows={3}
        value={form.description}
      />
      <Further {...properties} />
    </>
  );
}

function Times(properties: MeetingFieldsProps) {
  const { form, onChange, errorOf } = properties;
  return (
    <div className={styles.times}>
      <Segments
        choices={[
          { id: "slots", name: phrase("meetings.mode.slots") },
          { id: "fixed", name: phrase("meetings.mode.fixed") },
          { id: "none", name: phrase("meetings.mode.none") },
        ]}
        label={phrase("meetings.mode")}
        onChange={(mode) => onChange({ ...form, mode })}
        value={form.mode}
      />
      {form.mode === "slots" && <SlotFields {...properties} />}
      {form.mode === "fixed" && (
        <DateTimeField
          description={phrase("meetings.clock.words", { zone: form.timezone })}
          error={errorOf("startsAt")}
          label={phrase("meetings.begins")}
          onChange={(clock) => onChange({ ...form, clock })}
          value={form.clock}
        />
      )}
      {form.mode === "none" && <p className={styles.quiet}>{phrase("meetings.mode.none.words")}</p>}
    </div>
  );
}

function Further({ form, onChange, errorOf }: MeetingFieldsProps) {
  return (
    <Disclosure level={2} title={phrase("meetings.further")}>
      <FieldPair>
        {form.mode === "slots" && (
          <NumberField
            error={errorOf("bookingClosesHours")}
            label={phrase("meetings.closes")}
            onChange={(closesHours) => onChange({ ...form, closesHours })}
            value={form.closesHours}
          />
        )}
        <FormSelect
          choices={languageChoices(form.language)}
          error={errorOf("language")}
          label={phrase("meetings.language")}
          onChange={(language) => onChange({ ...form, language })}
          value={form.language}
        />
      </FieldPair>
    </Disclosure>
  );
}
