import { FormSelect } from "../../design/FormSelect";
import { SearchField } from "../../design/SearchField";
import { Switch } from "../../design/Switch";
import { phrase } from "../../language/catalogue";
import { INTERVIEW_TYPES, type InterviewFilter } from "../../service/interviews";
import { INTERVIEW_TYPE_NAMES } from "../interview/interview-words";
import styles from "./Interviews.module.css";

interface InterviewFiltersProps {
  filter: InterviewFilter;
  onChange: (filter: InterviewFilter) => void;
}

const ALL = "all";

export function InterviewFilters({ filter, onChange }: InterviewFiltersProps) {
  const { interviewType, archived, search, ...rest } = filter;
  const others = { ...rest, ...(archived === true ? { archived } : {}) };
  const searched = search === undefined ? {} : { search };
  const typed = interviewType === undefined ? {} : { interviewType };
  return (
    <div className={styles.filters}>
      <SearchField
        label={phrase("interviews.search")}
        onChange={(text) => onChange({ ...others, ...typed, ...(text === "" ? {} : { search: text }) })}
        value={search ?? ""}
      />
      <FormSelect
        choices={[
          { id: ALL, name: phrase("interviews.type.all") },
          ...INTERVIEW_TYPES.map((type) => ({ id: type, name: phrase(INTERVIEW_TYPE_NAMES[type]) })),
        ]}
        label={phrase("interviews.type")}
        onChange={(id) => {
          const type = INTERVIEW_TYPES.find((each) => each === id);
          onChange({ ...others, ...searched, ...(type === undefined ? {} : { interviewType: type }) });
        }}
        value={interviewType ?? ALL}
      />
      <Switch
        isSelected={archived === true}
        onChange={(isOn) => onChange({ ...searched, ...typed, ...(isOn ? { archived: true } : {}) })}
      >
        {phrase("interviews.archived")}
      </Switch>
    </div>
  );
}
