import type { CSSProperties } from "react";
import { Card } from "../../design/Card";
import { classes } from "../../design/classes";
import { counted, phrase } from "../../language/catalogue";
import type { BrandingForm } from "./branding-form";
import { colorOf, inkOn, paletteOf } from "./colors";
import styles from "./Preview.module.css";

/** What a candidate sees first on a phone. Pictures of other hosts are not loaded here; a sign shows their place. */
export function Preview({ form }: { form: BrandingForm }) {
  const { accent, button } = paletteOf(colorOf(form.accentColor), colorOf(form.buttonColor));
  const colors = {
    "--team-accent": `#${accent}`,
    "--team-accent-ink": `#${inkOn(accent)}`,
    "--team-button": `#${button}`,
    "--team-button-ink": `#${inkOn(button)}`,
  } as CSSProperties;
  return (
    <Card title={phrase("settings.preview")}>
      <div aria-label={phrase("settings.preview.label")} className={styles.phone} role="img" style={colors}>
        <div className={classes(styles.page, form.backgroundImage.trim() !== "" && styles.pictured)}>
          <Head form={form} />
          <Body form={form} />
          <Foot form={form} />
        </div>
      </div>
      <p className={styles.words}>{phrase("settings.preview.words")}</p>
    </Card>
  );
}

function Head({ form }: { form: BrandingForm }) {
  const name = form.displayName.trim();
  const hasLogo = form.logoUrl.trim() !== "";
  return (
    <div className={styles.head}>
      <span className={styles.face}>
        {hasLogo ? phrase("settings.preview.logo") : name.slice(0, 1).toUpperCase()}
      </span>
      <span className={styles.who}>
        <span dir="auto">{name}</span>
        <strong>{phrase("settings.preview.interview")}</strong>
      </span>
    </div>
  );
}

function Body({ form }: { form: BrandingForm }) {
  const days = form.replyWithinDays;
  return (
    <div className={styles.body}>
      <strong className={styles.hello}>{phrase("settings.preview.hello")}</strong>
      <span>{phrase("settings.preview.about")}</span>
      {days !== null && days >= 1 && <span>{counted("settings.preview.reply", days)}</span>}
      <span className={styles.bar}>
        <span className={styles.done} />
      </span>
      <span className={styles.button}>{phrase("settings.preview.start")}</span>
    </div>
  );
}

function Foot({ form }: { form: BrandingForm }) {
  const email = form.contactEmail.trim();
  const name = form.contactName.trim();
  const contact = name === "" ? email : phrase("settings.preview.person", { name, email });
  return (
    <div className={styles.foot}>
      {email !== "" && <span>{phrase("settings.preview.contact", { contact })}</span>}
      {form.privacyNoticeUrl.trim() !== "" && (
        <span className={styles.link}>{phrase("settings.preview.privacy")}</span>
      )}
    </div>
  );
}
