import { Avatar } from "../../design/Avatar";
import { ScreenHeading } from "../../design/shell/ScreenHeading";
import { Status } from "../../design/Status";
import { InviteButton } from "../../dialogs/invite/InviteButton";
import { SetMeetingButton } from "../../dialogs/meeting/SetMeetingButton";
import { phrase } from "../../language/catalogue";
import { formatDate, formatTimeIn } from "../../language/format";
import type { Candidate } from "../../service/records";
import { useMayDo } from "../../session/use-session";
import { CandidateActions } from "./CandidateActions";
import styles from "./CandidateHead.module.css";
import { ExportData } from "./ExportData";

interface CandidateHeadProps {
  /** Not there before it is read. */
  candidate: Candidate | undefined;
  /** The name as the screen knew it from which the person came. */
  nameBefore: string | undefined;
}

export function CandidateHead({ candidate, nameBefore }: CandidateHeadProps) {
  const mayExport = useMayDo("exportCandidates");
  const name = candidate === undefined ? nameBefore : `${candidate.firstName} ${candidate.lastName}`;
  return (
    <ScreenHeading
      actions={
        candidate !== undefined && (
          <>
            {candidate.archivedAt === null && (
              <>
                <InviteButton candidates={[candidate]} />
                <SetMeetingButton candidate={candidate} />
              </>
            )}
            {mayExport && <ExportData candidateId={candidate.id} />}
            <CandidateActions candidate={candidate} />
          </>
        )
      }
      before={<Avatar name={name ?? ""} size="large" />}
      below={
        <div className={styles.below}>{candidate !== undefined && <Contact candidate={candidate} />}</div>
      }
      title={name ?? phrase("candidate.loading")}
    />
  );
}

function Contact({ candidate }: { candidate: Candidate }) {
  const { email, phone, linkedInURL, resumeUrl, timezone, source, tags, archivedAt } = candidate;
  const localTime = timezone === null ? null : formatTimeIn(timezone);
  return (
    <>
      {archivedAt !== null && (
        <p>
          <Status tone="caution">{phrase("candidate.isArchived", { date: formatDate(archivedAt) })}</Status>
        </p>
      )}
      <ul className={styles.contact}>
        {email !== null && (
          <li>
            <a href={`mailto:${email}`}>{email}</a>
          </li>
        )}
        {phone !== null && (
          <li>
            <a dir="ltr" href={`tel:${phone}`}>
              {phone}
            </a>
          </li>
        )}
        {isWebAddress(linkedInURL) && (
          <li>
            <OtherSite address={linkedInURL}>{phrase("candidate.linkedIn")}</OtherSite>
          </li>
        )}
        {isWebAddress(resumeUrl) && (
          <li>
            <OtherSite address={resumeUrl}>{phrase("candidate.resume")}</OtherSite>
          </li>
        )}
        {localTime !== null && <li>{phrase("candidate.localTime", { time: localTime })}</li>}
        <li>{phrase("candidate.source", { source })}</li>
      </ul>
      {tags.length > 0 && (
        <ul aria-label={phrase("candidate.tags")} className={styles.tags}>
          {tags.map((tag) => (
            <li key={tag}>
              <Status>{tag}</Status>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function OtherSite({ address, children }: { address: string; children: string }) {
  return (
    <a href={address} rel="noreferrer" target="_blank">
      {children}
    </a>
  );
}

/** Addresses of candidates come from anywhere; one that would run a script is not shown as a link. */
function isWebAddress(address: string | null): address is string {
  return address !== null && /^https?:\/\//i.test(address);
}
