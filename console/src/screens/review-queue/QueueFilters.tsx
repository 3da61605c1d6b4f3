import { useQuery } from "@tanstack/react-query";
import { LazySelect } from "../../design/LazySelect";
import { phrase } from "../../language/catalogue";
import { jobChoicesOptions } from "../../service/jobs";
import { type QueueFilter, WAITING_FOR } from "../../service/review-queue";
import { changed } from "./filter";

interface QueueFiltersProps {
  filter: QueueFilter;
  onChange: (filter: QueueFilter) => void;
}

const ALL = "all";

export function QueueFilters({ filter, onChange }: QueueFiltersProps) {
  return (
    <>
      <WaitingForFilter
        onChange={(waitingFor) => onChange(changed(filter, { waitingFor }))}
        waitingFor={filter.waitingFor}
      />
      <JobFilter jobId={filter.jobId} onChange={(jobId) => onChange(changed(filter, { jobId }))} />
    </>
  );
}

interface WaitingForFilterProps {
  waitingFor: QueueFilter["waitingFor"];
  onChange: (waitingFor: QueueFilter["waitingFor"]) => void;
}

function WaitingForFilter({ waitingFor, onChange }: WaitingForFilterProps) {
  const choices = [
    { id: ALL, name: phrase("queue.waitingFor.anybody") },
    { id: "you", name: phrase("queue.waitingFor.you") },
    { id: "candidate", name: phrase("queue.waitingFor.candidate") },
  ];
  return (
    <LazySelect
      choices={choices}
      label={phrase("queue.waitingFor")}
      onChange={(id) => onChange(WAITING_FOR.find((each) => each === id))}
      value={waitingFor ?? ALL}
    />
  );
}

interface JobFilterProps {
  jobId: string | undefined;
  onChange: (jobId: string | undefined) => void;
}

function JobFilter({ jobId, onChange }: JobFilterProps) {
  const jobs = useQuery(jobChoicesOptions());
  const choices = [
    { id: ALL, name: phrase("queue.jobs.all") },
    ...(jobs.data ?? []).map(({ id, title }) => ({ id, name: title })),
  ];
  return (
    <LazySelect
      choices={choices}
      label={phrase("queue.job")}
      onChange={(id) => onChange(id === ALL ? undefined : id)}
      value={jobId ?? ALL}
    />
  );
}
