import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import {
  isJobStatus,
  isJobType,
  JOB_STATUS_WORDS,
  JOB_STATUSES,
  JOB_TYPE_WORDS,
  JOB_TYPES,
} from "../../design/JobStatus";
import { LazySelect } from "../../design/LazySelect";
import { SearchField } from "../../design/SearchField";
import { phrase, type PhraseName } from "../../language/catalogue";
import { type JobFilter, jobChoicesOptions } from "../../service/jobs";
import { changed } from "./filter";
import styles from "./JobFilters.module.css";

interface JobFiltersProps {
  filter: JobFilter;
  onChange: (filter: JobFilter) => void;
}

const ALL = "";

export function JobFilters({ filter, onChange }: JobFiltersProps) {
  const statuses = JOB_STATUS_WORDS.map((id) => ({ id, name: phrase(JOB_STATUSES[id][0]) }));
  const types = JOB_TYPE_WORDS.map((id) => ({ id, name: phrase(JOB_TYPES[id]) }));
  const search = useCallback(
    (text: string) => onChange(changed(filter, { search: text === "" ? undefined : text })),
    [filter, onChange],
  );
  return (
    <div className={styles.filters}>
      <SearchField
        className={styles.search}
        label={phrase("jobs.search")}
        onChange={search}
        value={filter.search ?? ""}
      />
      <Choice
        choices={statuses}
        name="jobs.filter.status"
        onChange={(id) => onChange(changed(filter, { status: isJobStatus(id) ? id : undefined }))}
        value={filter.status}
      />
      <Choice
        choices={types}
        name="jobs.filter.type"
        onChange={(id) => onChange(changed(filter, { type: isJobType(id) ? id : undefined }))}
        value={filter.type}
      />
      <PlaceFilters filter={filter} onChange={onChange} />
    </div>
  );
}

/** Departments and places, as far as jobs that are known have them. */
function PlaceFilters({ filter, onChange }: JobFiltersProps) {
  const jobs = useQuery(jobChoicesOptions()).data ?? [];
  const departments = jobs.flatMap(({ department }) => department ?? []);
  const locations = jobs.flatMap(({ location }) => location);
  return (
    <>
      <Choice
        choices={choicesOf(departments, filter.department)}
        name="jobs.filter.department"
        onChange={(id) => onChange(changed(filter, { department: id === ALL ? undefined : id }))}
        value={filter.department}
      />
      <Choice
        choices={choicesOf(locations, filter.location)}
        name="jobs.filter.location"
        onChange={(id) => onChange(changed(filter, { location: id === ALL ? undefined : id }))}
        value={filter.location}
      />
    </>
  );
}

interface ChoiceProps {
  name: PhraseName;
  choices: readonly { id: string; name: string }[];
  value: string | undefined;
  onChange: (id: string) => void;
}

function Choice({ name, choices, value, onChange }: ChoiceProps) {
  if (choices.length === 0) return null;
  const all = [{ id: ALL, name: phrase("jobs.filter.all") }, ...choices];
  return <LazySelect choices={all} label={phrase(name)} onChange={onChange} value={value ?? ALL} />;
}

function choicesOf(names: readonly string[], chosen: string | undefined) {
  const all = new Set([...names, ...(chosen === undefined ? [] : [chosen])]);
  return [...all].toSorted((one, other) => one.localeCompare(other)).map((name) => ({ id: name, name }));
}
