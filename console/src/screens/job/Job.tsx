import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { Loaded } from "../../design/Loaded";
import { useParams } from "wouter";
import { Card } from "../../design/Card";
import { EmptyState } from "../../design/EmptyState";
import { Failure } from "../../design/Failure";
import { JobsIcon } from "../../design/icons";
import { JobStatus, JOB_TYPES } from "../../design/JobStatus";
import { ScreenHeading } from "../../design/shell/ScreenHeading";
import { Skeleton } from "../../design/Skeleton";
import { Status } from "../../design/Status";
import { phrase } from "../../language/catalogue";
import { isNotFound } from "../../service/errors";
import { jobOptions } from "../../service/jobs";
import type { JobDetail } from "../../service/records";
import { Candidates } from "./Candidates";
import styles from "./Job.module.css";
import { JobActions } from "./JobActions";
import { JobProcess } from "./JobProcess";
import { JobTexts } from "./JobTexts";

const Pictures = lazy(() => import("./Pictures"));

/** What a job asks for, and who is where on the way to it. */
export default function Job() {
  const { jobId } = useParams<{ jobId: string }>();
  const job = useQuery(jobOptions(jobId));
  if (isNotFound(job.error)) return <NoJob />;
  const record = job.data?.record;
  return (
    <>
      <ScreenHeading
        actions={record === undefined ? undefined : <JobActions job={record} />}
        below={<div className={styles.summary}>{record !== undefined && <Summary job={record} />}</div>}
        title={record?.title ?? phrase("job.loading")}
      />
      {job.isError && <Failure error={job.error} onRetry={() => void job.refetch()} />}
      {job.isPending && <Waiting />}
      {record !== undefined && <OneJob job={record} key={jobId} />}
    </>
  );
}

function OneJob({ job }: { job: JobDetail }) {
  return (
    <>
      {job.ats !== null && <p className={styles.note}>{phrase("job.ats")}</p>}
      <div className={styles.job}>
        <div className={styles.main}>
          <Candidates job={job} />
          <Loaded fallback={<Waiting />}>
            <Pictures jobId={job.id} />
          </Loaded>
        </div>
        <div className={styles.aside}>
          <JobProcess job={job} />
          <JobTexts job={job} />
        </div>
      </div>
    </>
  );
}

function Summary({ job }: { job: JobDetail }) {
  const { status, archivedAt, type, department, location, workModel } = job;
  const facts = [phrase(JOB_TYPES[type]), department, ...location, workModel].filter((fact) => fact !== null);
  return (
    <>
      <JobStatus status={status} />
      {archivedAt !== null && <Status tone="bad">{phrase("job.archived")}</Status>}
      <ul className={styles.facts}>
        {facts.map((fact) => (
          <li dir="auto" key={fact}>
            {fact}
          </li>
        ))}
      </ul>
    </>
  );
}

function Waiting() {
  return (
    <Card>
      <p className="visually-hidden">{phrase("list.loading")}</p>
      <Skeleton lines={10} />
    </Card>
  );
}

function NoJob() {
  return (
    <>
      <ScreenHeading title={phrase("job.notFound")} />
      <Card>
        <EmptyState advice={phrase("job.notFound.advice")} icon={JobsIcon} title={phrase("job.notFound")} />
      </Card>
    </>
  );
}
