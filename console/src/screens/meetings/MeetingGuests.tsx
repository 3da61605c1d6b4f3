import { useQueries, useQuery } from "@tanstack/react-query";
import { candidateAddress, jobAddress, workflowAddress } from "../../addresses";
import { Card } from "../../design/Card";
import { Failure } from "../../design/Failure";
import { ScreenLink } from "../../design/ScreenLink";
import { Skeleton } from "../../design/Skeleton";
import { type Column, Table } from "../../design/Table";
import { phrase } from "../../language/catalogue";
import { formatAgo, formatDateTime } from "../../language/format";
import { candidateNamesOptions, type Guest, guestsOptions } from "../../service/meeting-invites";
import type { Workflow } from "../../service/records";
import { lacksWorkflows, workflowOptions, workflowsOptions } from "../../service/workflows";
import { StepStatus } from "../../design/StepStatus";
import styles from "./MeetingGuests.module.css";

/** How many workflows and jobs are looked into; a meeting rarely belongs to more than one or two. */
const MOST_WORKFLOWS = 10;
const MOST_JOBS = 10;

/** The workflows that lead to the meeting, and the candidates who have come to it. */
export function MeetingGuests({ meetingId }: { meetingId: string }) {
  const workflows = useQuery(workflowsOptions());
  if (workflows.isError) {
    return lacksWorkflows(workflows.error) ? (
      <Card title={phrase("meetings.guests")}>
        <p>{phrase("workflows.lacking.advice")}</p>
      </Card>
    ) : (
      <Failure error={workflows.error} onRetry={() => void workflows.refetch()} />
    );
  }
  const leading = (workflows.data ?? []).filter(({ steps }) =>
    steps.some(({ artifactId }) => artifactId === meetingId),
  );
  return (
    <Card title={phrase("meetings.guests")}>
      {workflows.isPending && <Skeleton lines={3} />}
      {workflows.isSuccess && leading.length === 0 && <p>{phrase("meetings.guests.none")}</p>}
      {leading.length > 0 && <Guests meetingId={meetingId} workflows={leading.slice(0, MOST_WORKFLOWS)} />}
    </Card>
  );
}

interface GuestsProps {
  meetingId: string;
  workflows: readonly Workflow[];
}

function Guests({ meetingId, workflows }: GuestsProps) {
  const details = useQueries({ queries: workflows.map(({ id }) => workflowOptions(id)) });
  const jobIds = details
    .flatMap(({ data }) => data?.record.assignments ?? [])
    .filter(({ targetType }) => targetType === "job")
    .map(({ targetId }) => targetId);
  const jobs = [...new Set(jobIds)].slice(0, MOST_JOBS);
  const guests = useQueries({ queries: jobs.map((jobId) => guestsOptions(jobId, meetingId)) });
  const isPending = [...details, ...guests].some((each) => each.isPending);
  const rows = guests.flatMap(({ data }) => data ?? []);
  return (
    <>
      <p className={styles.quiet}>{phrase("meetings.guests.words")}</p>
      <ul className={styles.workflows}>
        {workflows.map(({ id, name }) => (
          <li key={id}>
            <ScreenLink to={workflowAddress(id)}>
              <span dir="auto">{name}</span>
            </ScreenLink>
          </li>
        ))}
      </ul>
      {!isPending && rows.length === 0 ? (
        <p>{phrase("meetings.guests.nobody")}</p>
      ) : (
        <GuestTable isPending={isPending} rows={rows} />
      )}
    </>
  );
}

function GuestTable({ rows, isPending }: { rows: readonly Guest[]; isPending: boolean }) {
  const names = useQuery({ ...candidateNamesOptions(), enabled: rows.length > 0 });
  return (
    <Table
      columns={columnsOf(names.data)}
      isPending={isPending || (rows.length > 0 && names.isPending)}
      keyOf={({ step }) => step.id}
      label={phrase("meetings.guests")}
      rows={names.isPending ? [] : rows}
    />
  );
}

function columnsOf(names: ReadonlyMap<string, string> | undefined): readonly Column<Guest>[] {
  return [
    {
      id: "name",
      title: phrase("meetings.column.candidate"),
      isRowHeader: true,
      cell: ({ enrollment }) => (
        <ScreenLink to={candidateAddress(enrollment.candidateId)}>
          <span dir="auto">{names?.get(enrollment.candidateId) ?? phrase("meetings.guest.unnamed")}</span>
        </ScreenLink>
      ),
    },
    {
      id: "state",
      title: phrase("meetings.column.state"),
      cell: ({ step }) => <StepStatus status={step.status} />,
    },
    {
      id: "sent",
      title: phrase("meetings.column.invited"),
      cell: ({ step }) =>
        step.inviteSentAt === null ? null : (
          <time dateTime={step.inviteSentAt} title={formatDateTime(step.inviteSentAt)}>
            {formatAgo(step.inviteSentAt)}
          </time>
        ),
    },
    {
      id: "job",
      title: phrase("meetings.column.job"),
      cell: ({ enrollment }) => (
        <ScreenLink to={jobAddress(enrollment.jobId)}>{phrase("meetings.job.open")}</ScreenLink>
      ),
    },
  ];
}
