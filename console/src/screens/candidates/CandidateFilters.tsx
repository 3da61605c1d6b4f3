import { Checkbox } from "../../design/Checkbox";
import { DateTimeField } from "../../design/DateTimeField";
import { SearchField } from "../../design/SearchField";
import { phrase } from "../../language/catalogue";
import type { CandidateFilter } from "../../service/candidates";
import { FilterPanel } from "./FilterPanel";
import { searched, searchTextOf } from "./search-text";

interface CandidateFiltersProps {
  filter: CandidateFilter;
  onChange: (change: Partial<Record<keyof CandidateFilter, unknown>>) => void;
}

const NOTHING = {
  tag: "",
  source: "",
  externalId: "",
  email: "",
  createdSince: "",
  createdUntil: "",
  archived: false,
} as const;

export function CandidateFilters({ filter, onChange }: CandidateFiltersProps) {
  const count = Object.keys(NOTHING).filter((name) => name in filter).length;
  return (
    <FilterPanel
      count={count}
      first={
        <SearchField
          label={phrase("list.search")}
          placeholder={phrase("candidates.search")}
          onChange={(text) => onChange({ search: "", phone: "", ...searched(text) })}
          value={searchTextOf(filter)}
        />
      }
      onClear={() => onChange(NOTHING)}
    >
      <SearchField
        label={phrase("candidates.tag")}
        onChange={(tag) => onChange({ tag })}
        value={filter.tag ?? ""}
      />
      <SearchField
        label={phrase("candidateForm.source")}
        onChange={(source) => onChange({ source })}
        value={filter.source ?? ""}
      />
      <SearchField
        label={phrase("candidateForm.externalId")}
        onChange={(externalId) => onChange({ externalId })}
        value={filter.externalId ?? ""}
      />
      <DateTimeField
        isDay
        label={phrase("candidates.addedSince")}
        onChange={(createdSince) => onChange({ createdSince })}
        value={filter.createdSince ?? ""}
      />
      <DateTimeField
        isDay
        label={phrase("candidates.addedUntil")}
        onChange={(createdUntil) => onChange({ createdUntil })}
        value={filter.createdUntil ?? ""}
      />
      <Checkbox
        isSelected={filter.archived === true}
        label={phrase("candidates.archivedOnly")}
        onChange={(archived) => onChange({ archived })}
      />
    </FilterPanel>
  );
}
