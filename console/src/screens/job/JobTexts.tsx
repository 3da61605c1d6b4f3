import { useQuery } from "@tanstack/react-query";
import { Card } from "../../design/Card";
import { Facts } from "../../design/Facts";
import { Status } from "../../design/Status";
import { phrase } from "../../language/catalogue";
import { formatDate, formatList } from "../../language/format";
import { jobFamiliesOptions } from "../../service/jobs";
import { useNames } from "../../service/people";
import type { JobDetail } from "../../service/records";
import styles from "./JobTexts.module.css";

/** What the job is, as candidates and interviews are told. */
export function JobTexts({ job }: { job: JobDetail }) {
  const families = useQuery(jobFamiliesOptions()).data ?? [];
  const nameOf = useNames();
  const own = families
    .filter(({ id }) => job.jobFamilyIds.includes(id))
    .map(({ displayName }) => displayName);
  const facts: [string, string][] = [
    ...(own.length === 0 ? [] : [[phrase("job.families"), formatList(own)] as [string, string]]),
    ...(job.assignedRecruiterId === null
      ? []
      : [[phrase("job.recruiter"), nameOf(job.assignedRecruiterId)] as [string, string]]),
    [phrase("job.created"), formatDate(job.createdAt)],
  ];
  const texts = [
    ["job.summary", job.shortDescription],
    ["job.description", job.description],
    ["job.requirements", job.requirements],
  ] as const;
  return (
    <Card className={styles.card} title={phrase("job.texts")}>
      <Facts facts={facts} />
      {job.tags.length > 0 && (
        <ul aria-label={phrase("job.tags")} className={styles.tags}>
          {job.tags.map((tag) => (
            <li key={tag}>
              <Status>{tag}</Status>
            </li>
          ))}
        </ul>
      )}
      {texts.every(([, text]) => text === null) && <p className={styles.quiet}>{phrase("job.texts.none")}</p>}
      {texts.map(
        ([name, text]) =>
          text !== null && (
            <div key={name}>
              <h3 className={styles.name}>{phrase(name)}</h3>
              <p className={styles.text} dir="auto">
                {text}
              </p>
            </div>
          ),
      )}
    </Card>
  );
}
