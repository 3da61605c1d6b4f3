import { Card } from "../../design/Card";
import { FormSelect } from "../../design/FormSelect";
import { phrase } from "../../language/catalogue";
import { formatList } from "../../language/format";
import { doubledOf, type Meaning, type Member, MEMBER_NAMES, MEMBERS, missingOf } from "./columns";
import styles from "./Imports.module.css";
import type { List } from "./read-list";

interface ColumnChoiceProps {
  list: List;
  meanings: readonly Meaning[];
  onChange: (meanings: readonly Meaning[]) => void;
}

const EXAMPLES = 3;

/** What each column of the file means: guessed by its title, and to be corrected. */
export function ColumnChoice({ list, meanings, onChange }: ColumnChoiceProps) {
  const missing = missingOf(meanings);
  const doubled = doubledOf(meanings);
  const choices = [
    { id: "none", name: phrase("imports.meaning.none") },
    ...MEMBERS.map((member) => ({ id: member, name: phrase(MEMBER_NAMES[member]) })),
    { id: "metadata", name: phrase("imports.meaning.metadata") },
  ];
  const change = (at: number, id: string) => {
    const found = choices.find((choice) => choice.id === id)?.id as Meaning | undefined;
    onChange(meanings.map((meaning, place) => (place === at ? (found ?? "none") : meaning)));
  };
  return (
    <Card title={phrase("imports.columns.title")}>
      <p className={styles.soft}>{phrase("imports.columns.words")}</p>
      <div aria-live="polite">
        {missing.length > 0 && (
          <p className={styles.failed}>{phrase("imports.columns.missing", { columns: named(missing) })}</p>
        )}
        {doubled.length > 0 && (
          <p className={styles.failed}>{phrase("imports.columns.doubled", { columns: named(doubled) })}</p>
        )}
      </div>
      <ul className={styles.columns}>
        {(list.columns ?? []).map((column, at) => (
          <li key={`${at} ${column}`}>
            <FormSelect
              choices={choices}
              description={examplesOf(list, at)}
              label={phrase("imports.column", { column })}
              onChange={(id) => change(at, id)}
              value={meanings[at] ?? "none"}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What the first rows have in a column. */
function examplesOf({ rows }: List, at: number): string {
  const cells = rows.map((row) => row[at]?.trim() ?? "").filter((cell) => cell !== "");
  const examples = [...new Set(cells.slice(0, EXAMPLES))];
  return examples.length === 0 ? phrase("imports.column.empty") : examples.join(" · ");
}

function named(members: readonly Member[]): string {
  return formatList(members.map((member) => phrase(MEMBER_NAMES[member])));
}
