import { phrase } from "../language/catalogue";
import { ROLES } from "./table-roles";
import styles from "./TableSelection.module.css";

/** Which rows are chosen, by their keys. */
export interface TableSelection<Row> {
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
  /** What a row is called where it is chosen. */
  nameOf: (row: Row) => string;
  /** The most rows that can be chosen; then the others cannot be, nor all at once. */
  most?: number;
}

interface SelectAllProps<Row> {
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  selection: TableSelection<Row>;
  className: string | undefined;
}

/** Chooses all rows that are shown, or none. */
export function SelectAll<Row>({ rows, keyOf, selection, className }: SelectAllProps<Row>) {
  const { selected, onChange, most } = selection;
  const chosen = rows.filter((row) => selected.has(keyOf(row))).length;
  const isAll = rows.length > 0 && chosen === rows.length;
  return (
    <th className={className} role={ROLES.columnheader} scope="col">
      {most === undefined ? (
        <Box
          isChosen={isAll}
          isDisabled={rows.length === 0}
          isSome={chosen > 0 && !isAll}
          label={phrase("table.chooseAll")}
          onChange={() => onChange(new Set(isAll ? [] : rows.map(keyOf)))}
        />
      ) : (
        <span className="visually-hidden">{phrase("table.chosen")}</span>
      )}
    </th>
  );
}

interface SelectRowProps<Row> {
  id: string;
  row: Row;
  selection: TableSelection<Row>;
  className: string | undefined;
}

export function SelectRow<Row>({ id, row, selection, className }: SelectRowProps<Row>) {
  const { selected, onChange, nameOf, most = Infinity } = selection;
  const isChosen = selected.has(id);
  return (
    <td className={className} role={ROLES.cell}>
      <Box
        isChosen={isChosen}
        isDisabled={!isChosen && selected.size >= most}
        label={phrase("table.choose", { name: nameOf(row) })}
        onChange={() => onChange(isChosen ? without(selected, id) : new Set([...selected, id]))}
      />
    </td>
  );
}

interface BoxProps {
  label: string;
  isChosen: boolean;
  isSome?: boolean;
  isDisabled?: boolean;
  onChange: () => void;
}

function Box({ label, isChosen, isSome = false, isDisabled = false, onChange }: BoxProps) {
  return (
    <label className={styles.target}>
      <input
        aria-label={label}
        checked={isChosen}
        className={styles.box}
        disabled={isDisabled}
        onChange={onChange}
        ref={(box) => {
          if (box !== null) box.indeterminate = isSome;
        }}
        type="checkbox"
      />
    </label>
  );
}

function without(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...selected].filter((each) => each !== id));
}
