import { FieldPair } from "../../design/FieldPair";
import { Checkbox } from "../../design/Checkbox";
import { Field } from "../../design/Field";
import { ZoneField } from "../../design/ZoneField";
import { phrase } from "../../language/catalogue";
import { isZone } from "../../language/zones";
import { isEmail, phoneOf } from "./people";
import type { Whom } from "./use-whom";

interface NewCandidateProps {
  whom: Whom;
  wasSent: boolean;
}

/** Somebody whom the team has not yet. */
export function NewCandidate({ whom, wasSent }: NewCandidateProps) {
  const { fields, setFields } = whom;
  const { firstName, lastName, email, phone, timezone } = fields;
  const given = { email: email.trim(), phone: phone.trim() };
  const isUnreachable = given.email === "" && given.phone === "";
  const isMissing = (text: string) => wasSent && text.trim() === "";
  const emailProblem = wasSent && given.email !== "" && !isEmail(given.email);
  const phoneProblem = wasSent && given.phone !== "" && phoneOf(given.phone) === null;
  return (
    <>
      <FieldPair>
        <Field
          error={isMissing(firstName) ? phrase("invite.new.missing") : undefined}
          label={phrase("invite.new.firstName")}
          onChange={(text) => setFields({ ...fields, firstName: text })}
          value={firstName}
        />
        <Field
          error={isMissing(lastName) ? phrase("invite.new.missing") : undefined}
          label={phrase("invite.new.lastName")}
          onChange={(text) => setFields({ ...fields, lastName: text })}
          value={lastName}
        />
      </FieldPair>
      <Field
        error={
          emailProblem
            ? phrase("invite.line.email")
            : wasSent && isUnreachable
              ? phrase("invite.line.reach")
              : undefined
        }
        label={phrase("invite.new.email")}
        onChange={(text) => setFields({ ...fields, email: text })}
        type="email"
        value={email}
      />
      <Field
        description={phrase("invite.new.phone.words")}
        error={phoneProblem ? phrase("invite.line.phone") : undefined}
        label={phrase("invite.new.phone")}
        onChange={(text) => setFields({ ...fields, phone: text })}
        type="tel"
        value={phone}
      />
      <Checkbox
        description={phrase("invite.new.sms.words")}
        isSelected={fields.smsOptIn}
        label={phrase("invite.new.sms")}
        onChange={(smsOptIn) => setFields({ ...fields, smsOptIn })}
      />
      <ZoneField
        description={phrase("invite.new.zone.words")}
        error={timezone !== "" && wasSent && !isZone(timezone) ? phrase("zone.unknown") : undefined}
        label={phrase("invite.new.zone")}
        onChange={(zone) => setFields({ ...fields, timezone: zone.trim() })}
        value={timezone}
      />
    </>
  );
}
