import { phrase, type PhraseName } from "../../language/catalogue";
import { type Member, MEMBER_NAMES, MEMBERS } from "./columns";
import styles from "./Imports.module.css";

const WORDS: Readonly<Record<Member, PhraseName>> = {
  firstName: "imports.columns.required",
  lastName: "imports.columns.required",
  email: "imports.columns.required",
  phone: "imports.columns.phone",
  smsOptIn: "imports.columns.sms",
  timezone: "imports.columns.zone",
  tags: "imports.columns.tags",
  source: "imports.columns.source",
  externalId: "imports.columns.externalId",
  resumeUrl: "imports.columns.address",
  linkedInURL: "imports.columns.address",
};

/** A list as it can be imported, for a beginning. */
export const SAMPLE = [
  "firstName,lastName,email,phone,smsOptIn,timezone,tags,source,externalId",
  "Ada,Example,ada.example@example.com,+14155550123,true,Europe/London,night shift|driver,job fair,A-1001",
  "Grace,Sample,grace.sample@example.com,+4915112345678,false,Europe/Berlin,,website,A-1002",
  "",
].join("\r\n");

/** What each column may hold. */
export function ColumnHelp() {
  return (
    <>
      <dl className={styles.help}>
        {MEMBERS.map((member) => (
          <div key={member}>
            <dt>
              {phrase(MEMBER_NAMES[member])} <code>{member}</code>
            </dt>
            <dd>{phrase(WORDS[member])}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.soft}>{phrase("imports.columns.formats")}</p>
    </>
  );
}
