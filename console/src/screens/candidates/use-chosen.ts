import { useState } from "react";
import type { TableSelection } from "../../design/TableSelection";

interface Chosen<Row> {
  rows: readonly Row[];
  clear: () => void;
  selection: (nameOf: (row: Row) => string) => TableSelection<Row>;
}

/** The rows that are chosen. They stay so while the list is narrowed to others. */
export function useChosen<Row>(keyOf: (row: Row) => string, shown: readonly Row[]): Chosen<Row> {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map());
  const choose = (keys: ReadonlySet<string>) => {
    const kept = [...chosen].filter(([key]) => keys.has(key));
    const added = shown.filter((row) => keys.has(keyOf(row))).map((row) => [keyOf(row), row] as const);
    setChosen(new Map([...kept, ...added]));
  };
  return {
    rows: [...chosen.values()],
    clear: () => setChosen(new Map()),
    selection: (nameOf) => ({ selected: new Set(chosen.keys()), onChange: choose, nameOf }),
  };
}
