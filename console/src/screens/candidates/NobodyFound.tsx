import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { EmptyState } from "../../design/EmptyState";
import { CandidatesIcon } from "../../design/icons";
import { phrase } from "../../language/catalogue";
import type { CandidateFilter } from "../../service/candidates";
import { searchTextOf } from "./search-text";
import styles from "./Candidates.module.css";

interface NobodyFoundProps {
  filter: CandidateFilter;
  onChange: (change: Partial<Record<keyof CandidateFilter, unknown>>) => void;
}

/** Where nobody is found: who else the words may mean. */
export function NobodyFound({ filter, onChange }: NobodyFoundProps) {
  const text = searchTextOf(filter);
  if (Object.keys(filter).length === 0) {
    return (
      <Card>
        <EmptyState
          advice={phrase("candidates.none.advice")}
          icon={CandidatesIcon}
          title={phrase("candidates.none")}
        />
      </Card>
    );
  }
  const all = Object.fromEntries(Object.keys(filter).map((name) => [name, ""]));
  return (
    <Card>
      <EmptyState
        advice={phrase("candidates.nobody.advice")}
        icon={CandidatesIcon}
        title={phrase("candidates.nobody")}
      >
        <div className={styles.ways}>
          {filter.archived !== true && (
            <Button onPress={() => onChange({ archived: true })}>
              {phrase("candidates.nobody.archived")}
            </Button>
          )}
          {text !== "" && (
            <Button onPress={() => onChange({ search: "", phone: "", externalId: text })}>
              {phrase("candidates.nobody.externalId")}
            </Button>
          )}
          <Button onPress={() => onChange(all)}>{phrase("candidates.nobody.all")}</Button>
        </div>
      </EmptyState>
    </Card>
  );
}
