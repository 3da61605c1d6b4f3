import { Card } from "../../design/Card";
import { Field } from "../../design/Field";
import { Segments } from "../../design/Segments";
import { Switch } from "../../design/Switch";
import { phrase } from "../../language/catalogue";
import styles from "./MessageFields.module.css";
import { faultsOf, type MessageFaults, type MessageForm, PLACEHOLDERS, withSamples } from "./message-form";
import { MESSAGE_NAMES, MESSAGE_TYPES, MESSAGE_WORDS, type MessageType } from "./message-names";

interface MessageFieldsProps {
  type: MessageType;
  message: MessageForm;
  isReadOnly: boolean;
  areFaultsShown: boolean;
  onChoose: (type: MessageType) => void;
  onChange: (message: MessageForm) => void;
}

/** One kind of message: its texts, and how a candidate would read them. */
export function MessageFields(properties: MessageFieldsProps) {
  const { type, message, isReadOnly, areFaultsShown, onChoose, onChange } = properties;
  const fields = {
    message,
    isReadOnly,
    faults: areFaultsShown ? faultsOf(message) : {},
    onChange: (change: Partial<MessageForm>) => onChange({ ...message, ...change }),
  };
  return (
    <Card title={phrase("settings.message.texts")}>
      <div className={styles.kinds}>
        <Segments
          choices={MESSAGE_TYPES.map((id) => ({ id, name: phrase(MESSAGE_NAMES[id]) }))}
          label={phrase("settings.message.kind")}
          onChange={onChoose}
          value={type}
        />
      </div>
      <p className={styles.words}>{phrase(MESSAGE_WORDS[type])}</p>
      <div className={styles.sides}>
        <div className={styles.side}>
          <EmailFields {...fields} />
          <SmsFields {...fields} />
          {!isReadOnly && <Placeholders />}
        </div>
        <Sample message={message} />
      </div>
    </Card>
  );
}

interface FieldsProps {
  message: MessageForm;
  isReadOnly: boolean;
  faults: MessageFaults;
  onChange: (change: Partial<MessageForm>) => void;
}

const LONGEST = { line: 255, email: 10_000, sms: 1_000 } as const;

function EmailFields({ message, isReadOnly, faults, onChange }: FieldsProps) {
  return (
    <>
      <Switch
        isDisabled={isReadOnly}
        isSelected={message.emailEnabled}
        onChange={(emailEnabled) => onChange({ emailEnabled })}
      >
        {phrase("settings.message.byEmail")}
      </Switch>
      {message.emailEnabled && (
        <>
          <Field
            description={phrase("settings.message.subject.words")}
            error={faults.emailSubject}
            isReadOnly={isReadOnly}
            label={phrase("settings.message.subject")}
            maxLength={LONGEST.line}
            onChange={(emailSubject) => onChange({ emailSubject })}
            value={message.emailSubject}
          />
          <Field
            error={faults.emailHeader}
            isReadOnly={isReadOnly}
            label={phrase("settings.message.header")}
            maxLength={LONGEST.line}
            onChange={(emailHeader) => onChange({ emailHeader })}
            value={message.emailHeader}
          />
          <Field
            error={faults.emailBody}
            isReadOnly={isReadOnly}
            label={phrase("settings.message.body")}
            maxLength={LONGEST.email}
            onChange={(emailBody) => onChange({ emailBody })}
            rows={6}
            value={message.emailBody}
          />
        </>
      )}
    </>
  );
}

function SmsFields({ message, isReadOnly, faults, onChange }: FieldsProps) {
  return (
    <>
      <Switch
        isDisabled={isReadOnly}
        isSelected={message.smsEnabled}
        onChange={(smsEnabled) => onChange({ smsEnabled })}
      >
        {phrase("settings.message.bySms")}
      </Switch>
      {message.smsEnabled && (
        <Field
          error={faults.smsBody}
          isReadOnly={isReadOnly}
          label={phrase("settings.message.sms")}
          maxLength={LONGEST.sms}
          onChange={(smsBody) => onChange({ smsBody })}
          rows={3}
          value={message.smsBody}
        />
      )}
    </>
  );
}

function Placeholders() {
  return (
    <div className={styles.placeholders}>
      <p>{phrase("settings.placeholder.words")}</p>
      <ul className={styles.list}>
        {Object.entries(PLACEHOLDERS).map(([name, sample]) => (
          <li key={name}>
            <code dir="ltr">{`{{${name}}}`}</code> {phrase(sample)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The message with sample words in the place of the placeholders. */
function Sample({ message }: { message: MessageForm }) {
  const { emailEnabled, emailSubject, emailHeader, emailBody, smsEnabled, smsBody } = message;
  return (
    <div className={styles.side}>
      <h3 className={styles.title}>{phrase("settings.message.sample")}</h3>
      {emailEnabled && (
        <div className={styles.email} dir="auto">
          <p className={styles.subject}>
            {emailSubject.trim() === ""
              ? phrase("settings.message.subject.builtIn")
              : withSamples(emailSubject)}
          </p>
          {emailHeader.trim() !== "" && <p className={styles.header}>{withSamples(emailHeader)}</p>}
          <p className={styles.body}>{withSamples(emailBody)}</p>
        </div>
      )}
      {smsEnabled && (
        <p className={styles.sms} dir="auto">
          {withSamples(smsBody)}
        </p>
      )}
      {!emailEnabled && !smsEnabled && <p className={styles.words}>{phrase("settings.message.off")}</p>}
    </div>
  );
}
