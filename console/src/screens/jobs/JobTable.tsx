import type { ReactNode } from "react";
import { jobAddress } from "../../addresses";
import { JobStatus, JOB_TYPES } from "../../design/JobStatus";
import { ScreenLink } from "../../design/ScreenLink";
import { type Column, Table } from "../../design/Table";
import { phrase } from "../../language/catalogue";
import { formatAgo, formatDateTime, formatList } from "../../language/format";
import type { Job } from "../../service/records";

interface JobTableProps {
  jobs: readonly Job[];
  isPending: boolean;
  footer: ReactNode;
}

export function JobTable({ jobs, isPending, footer }: JobTableProps) {
  return (
    <Table
      columns={columns()}
      footer={footer}
      isPending={isPending}
      keyOf={({ id }) => id}
      label={phrase("screen.jobs")}
      rows={jobs}
    />
  );
}

function columns(): Column<Job>[] {
  return [
    {
      id: "title",
      title: phrase("jobs.column.title"),
      isRowHeader: true,
      cell: ({ id, title }) => (
        <ScreenLink to={jobAddress(id)}>
          <span dir="auto">{title}</span>
        </ScreenLink>
      ),
    },
    {
      id: "status",
      title: phrase("jobs.column.status"),
      cell: ({ status }) => <JobStatus status={status} />,
    },
    { id: "type", title: phrase("jobs.column.type"), cell: ({ type }) => phrase(JOB_TYPES[type]) },
    { id: "department", title: phrase("jobs.column.department"), cell: ({ department }) => department },
    {
      id: "location",
      title: phrase("jobs.column.location"),
      cell: ({ location }) => (location.length === 0 ? null : formatList(location)),
    },
    {
      id: "changed",
      title: phrase("jobs.column.changed"),
      cell: ({ updatedAt }) => (
        <time dateTime={updatedAt} title={formatDateTime(updatedAt)}>
          {formatAgo(updatedAt)}
        </time>
      ),
    },
  ];
}
