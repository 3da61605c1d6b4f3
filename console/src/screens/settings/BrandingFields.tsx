import { FieldPair } from "../../design/FieldPair";
import { Field } from "../../design/Field";
import { NumberField } from "../../design/NumberField";
import { phrase } from "../../language/catalogue";
import { formatNumber } from "../../language/format";
import type { BrandingFaults, BrandingForm } from "./branding-form";
import { ColorField } from "./ColorField";
import { colorOf, faintGrounds, paletteOf, poorText } from "./colors";
import styles from "./Settings.module.css";

interface FieldsProps {
  form: BrandingForm;
  faults: BrandingFaults;
  onChange: (change: Partial<BrandingForm>) => void;
}

const LONGEST_NAME = 255;
const LONGEST_ADDRESS = 2_048;

export function LookFields({ form, faults, onChange }: FieldsProps) {
  return (
    <>
      <Field
        description={phrase("settings.displayName.words")}
        error={faults.displayName}
        label={phrase("settings.displayName")}
        maxLength={LONGEST_NAME}
        onChange={(displayName) => onChange({ displayName })}
        value={form.displayName}
      />
      <Field
        description={phrase("settings.logoUrl.words")}
        error={faults.logoUrl}
        label={phrase("settings.logoUrl")}
        maxLength={LONGEST_ADDRESS}
        onChange={(logoUrl) => onChange({ logoUrl })}
        type="url"
        value={form.logoUrl}
      />
      <div>
        <FieldPair>
          <ColorField
            description={phrase("settings.accentColor.words")}
            error={faults.accentColor}
            label={phrase("settings.accentColor")}
            onChange={(accentColor) => onChange({ accentColor })}
            palette={phrase("settings.accentColor.palette")}
            value={form.accentColor}
          />
          <ColorField
            description={phrase("settings.buttonColor.words")}
            error={faults.buttonColor}
            label={phrase("settings.buttonColor")}
            onChange={(buttonColor) => onChange({ buttonColor })}
            palette={phrase("settings.buttonColor.palette")}
            value={form.buttonColor}
          />
        </FieldPair>
        <ColorWarnings form={form} />
      </div>
      <Field
        description={phrase("settings.backgroundImage.words")}
        error={faults.backgroundImage}
        label={phrase("settings.backgroundImage")}
        maxLength={LONGEST_ADDRESS}
        onChange={(backgroundImage) => onChange({ backgroundImage })}
        type="url"
        value={form.backgroundImage}
      />
    </>
  );
}

/** What people with poor sight could not read, as long as it can still be changed. */
function ColorWarnings({ form }: Pick<FieldsProps, "form">) {
  const { accent, button } = paletteOf(colorOf(form.accentColor), colorOf(form.buttonColor));
  const warnings: string[] = [];
  const onAccent = poorText(accent);
  const onButton = poorText(button);
  if (onAccent !== null) warnings.push(phrase("settings.poor.accent", { contrast: rounded(onAccent) }));
  if (onButton !== null) warnings.push(phrase("settings.poor.button", { contrast: rounded(onButton) }));
  const faint = faintGrounds(button);
  if (faint.includes("light")) warnings.push(phrase("settings.faint.light"));
  if (faint.includes("dark")) warnings.push(phrase("settings.faint.dark"));
  return (
    <div aria-live="polite">
      {warnings.length > 0 && (
        <ul className={styles.warning}>
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function rounded(contrast: number): string {
  return formatNumber(Math.floor(contrast * 10) / 10);
}

export function ContactFields({ form, faults, onChange }: FieldsProps) {
  return (
    <>
      <FieldPair>
        <Field
          description={phrase("settings.contactName.words")}
          error={faults.contactName}
          label={phrase("settings.contactName")}
          maxLength={LONGEST_NAME}
          onChange={(contactName) => onChange({ contactName })}
          value={form.contactName}
        />
        <Field
          description={phrase("settings.contactEmail.words")}
          error={faults.contactEmail}
          label={phrase("settings.contactEmail")}
          onChange={(contactEmail) => onChange({ contactEmail })}
          type="email"
          value={form.contactEmail}
        />
      </FieldPair>
      <Field
        description={phrase("settings.privacyNoticeUrl.words")}
        error={faults.privacyNoticeUrl}
        label={phrase("settings.privacyNoticeUrl")}
        maxLength={LONGEST_ADDRESS}
        onChange={(privacyNoticeUrl) => onChange({ privacyNoticeUrl })}
        type="url"
        value={form.privacyNoticeUrl}
      />
      <NumberField
        description={phrase("settings.replyWithinDays.words")}
        error={faults.replyWithinDays}
        label={phrase("settings.replyWithinDays")}
        onChange={(replyWithinDays) => onChange({ replyWithinDays })}
        value={form.replyWithinDays}
      />
    </>
  );
}
