import { useQuery } from "@tanstack/react-query";
import { Card } from "../../design/Card";
import { Facts } from "../../design/Facts";
import { Failure } from "../../design/Failure";
import { Skeleton } from "../../design/Skeleton";
import { phrase } from "../../language/catalogue";
import { formatNumber } from "../../language/format";
import { brandingOptions } from "../../service/branding";
import { useMayDo } from "../../session/use-session";
import { BrandingForm } from "./BrandingForm";
import { type BrandingForm as Form, formOf } from "./branding-form";
import styles from "./Branding.module.css";
import { Preview } from "./Preview";

/** How the team looks to candidates. */
export default function Branding() {
  const mayManage = useMayDo("manageBranding");
  const branding = useQuery(brandingOptions());
  if (branding.isError) return <Failure error={branding.error} onRetry={() => void branding.refetch()} />;
  if (branding.data === undefined) {
    return (
      <Card title={phrase("settings.branding")}>
        <Skeleton lines={8} />
      </Card>
    );
  }
  const form = formOf(branding.data);
  if (mayManage) return <BrandingForm before={form} />;
  return (
    <div className={styles.branding}>
      <Card title={phrase("settings.branding")}>
        <p className={styles.words}>{phrase("settings.branding.readOnly")}</p>
        <Facts facts={factsOf(form)} />
      </Card>
      <Preview form={form} />
    </div>
  );
}

function factsOf(form: Form): [string, string][] {
  const days = form.replyWithinDays;
  const facts: [string, string][] = [
    [phrase("settings.displayName"), form.displayName],
    [phrase("settings.logoUrl"), form.logoUrl],
    [phrase("settings.accentColor"), form.accentColor],
    [phrase("settings.buttonColor"), form.buttonColor],
    [phrase("settings.backgroundImage"), form.backgroundImage],
    [phrase("settings.contactName"), form.contactName],
    [phrase("settings.contactEmail"), form.contactEmail],
    [phrase("settings.privacyNoticeUrl"), form.privacyNoticeUrl],
    [phrase("settings.replyWithinDays"), days === null ? "" : formatNumber(days)],
  ];
  return facts.map(([name, value]) => [name, value === "" ? phrase("settings.none") : value]);
}
