import { useQuery } from "@tanstack/react-query";
import { DateTimeField } from "../../design/DateTimeField";
import { LazySelect } from "../../design/LazySelect";
import { SearchField } from "../../design/SearchField";
import { phrase, type PhraseName } from "../../language/catalogue";
import { type InterviewFilter, type InterviewOrder } from "../../service/candidate-interviews";
import { interviewChoicesOptions } from "../../service/interviews";
import { jobChoicesOptions } from "../../service/jobs";
import styles from "./Candidates.module.css";
import { FilterPanel } from "./FilterPanel";

type Change = Partial<Record<keyof InterviewFilter, unknown>>;

interface InterviewFiltersProps {
  filter: InterviewFilter;
  onChange: (change: Change) => void;
}

const ALL = "all";

/** What people ask for, and the statuses that it means. */
const STATUSES: readonly (readonly [string, PhraseName])[] = [
  ["invite_sent", "progress.status.notBegun"],
  ["partially_completed", "status.partially_completed"],
  ["new_response,has_reviewed,hired", "progress.status.done"],
  ["expired", "status.expired"],
  ["archived", "status.archived"],
];

const ORDERS: readonly (readonly [InterviewOrder, PhraseName])[] = [
  ["-createdAt", "progress.sort.newest"],
  ["createdAt", "progress.sort.oldest"],
  ["-completedAt", "progress.sort.completed"],
  ["-score", "progress.sort.best"],
  ["score", "progress.sort.lowest"],
];

const NOTHING = {
  scoreMin: "",
  scoreMax: "",
  completedSince: "",
  completedUntil: "",
  createdSince: "",
  createdUntil: "",
} as const;

export function InterviewFilters({ filter, onChange }: InterviewFiltersProps) {
  const count = Object.keys(NOTHING).filter((name) => name in filter).length;
  return (
    <FilterPanel
      count={count}
      first={<Choices filter={filter} onChange={onChange} />}
      onClear={() => onChange(NOTHING)}
    >
      <SearchField
        label={phrase("progress.scoreMin")}
        onChange={(scoreMin) => onChange({ scoreMin })}
        value={String(filter.scoreMin ?? "")}
      />
      <SearchField
        label={phrase("progress.scoreMax")}
        onChange={(scoreMax) => onChange({ scoreMax })}
        value={String(filter.scoreMax ?? "")}
      />
      {DAYS.map(([name, label]) => (
        <DateTimeField
          isDay
          key={name}
          label={phrase(label)}
          onChange={(day) => onChange({ [name]: day })}
          value={filter[name] ?? ""}
        />
      ))}
    </FilterPanel>
  );
}

const DAYS = [
  ["completedSince", "progress.completedSince"],
  ["completedUntil", "progress.completedUntil"],
  ["createdSince", "progress.createdSince"],
  ["createdUntil", "progress.createdUntil"],
] as const;

function Choices({ filter, onChange }: InterviewFiltersProps) {
  const jobs = useQuery(jobChoicesOptions());
  const interviews = useQuery(interviewChoicesOptions());
  const choose = (name: keyof InterviewFilter) => (id: string) => onChange({ [name]: id === ALL ? "" : id });
  const all = { id: ALL, name: phrase("queue.jobs.all") };
  return (
    <div className={styles.filters}>
      <LazySelect
        choices={[all, ...STATUSES.map(([id, name]) => ({ id, name: phrase(name) }))]}
        label={phrase("progress.status")}
        onChange={choose("status")}
        value={STATUSES.find(([id]) => id === filter.status)?.[0] ?? ALL}
      />
      <LazySelect
        choices={[all, ...(interviews.data ?? []).map(({ id, title }) => ({ id, name: title }))]}
        label={phrase("progress.interview")}
        onChange={choose("interviewId")}
        value={filter.interviewId ?? ALL}
      />
      <LazySelect
        choices={[all, ...(jobs.data ?? []).map(({ id, title }) => ({ id, name: title }))]}
        label={phrase("queue.job")}
        onChange={choose("jobId")}
        value={filter.jobId ?? ALL}
      />
      <LazySelect
        choices={ORDERS.map(([id, name]) => ({ id, name: phrase(name) }))}
        label={phrase("progress.sort")}
        onChange={choose("sort")}
        value={filter.sort ?? "-createdAt"}
      />
    </div>
  );
}
