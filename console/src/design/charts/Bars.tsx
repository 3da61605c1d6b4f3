import { phrase } from "../../language/catalogue";
import { formatNumber } from "../../language/format";
import type { Column } from "../Table";
import styles from "./Bars.module.css";
import { Chart, type ChartFrame } from "./Chart";

export interface Bar {
  id: string;
  name: string;
  /** Null where it is not known. */
  value: number | null;
  /** What the value is held against, drawn as a line across the bar; null where it is not known. */
  mark?: number | null;
}

interface BarsProps extends ChartFrame {
  bars: readonly Bar[];
  /** What the values are, as the title of their column. */
  valueTitle: string;
  /** What the marks are; left out where there are none. */
  markTitle?: string;
  format?: (value: number) => string;
  /** What fills a whole bar; the greatest of the values when it is left out. */
  most?: number;
}

/** Lengths under each other, each with its name before it and its number behind it. */
export function Bars({ bars, valueTitle, markTitle, format = formatNumber, most, ...frame }: BarsProps) {
  const values = bars.flatMap(({ value, mark }) => [value ?? 0, mark ?? 0]);
  const whole = most ?? Math.max(...values, 1);
  const said = (value: number | null | undefined) =>
    value == null ? phrase("chart.unknown") : format(value);
  const columns: Column<Bar>[] = [
    { id: "name", title: phrase("chart.name"), cell: ({ name }) => name, isRowHeader: true },
    { id: "value", title: valueTitle, cell: ({ value }) => said(value), align: "end" },
  ];
  if (markTitle !== undefined)
    columns.push({ id: "mark", title: markTitle, cell: ({ mark }) => said(mark), align: "end" });
  return (
    <Chart {...frame} table={{ columns, keyOf: ({ id }) => id, rows: bars }}>
      <div className={styles.bars}>
        {bars.map((bar) => (
          <div className={styles.bar} key={bar.id}>
            <span className={styles.name} dir="auto">
              {bar.name}
            </span>
            <Length share={(bar.value ?? 0) / whole} mark={bar.mark == null ? null : bar.mark / whole} />
            <span className={styles.value}>{said(bar.value)}</span>
          </div>
        ))}
      </div>
      {markTitle !== undefined && (
        <p className={styles.legend}>
          <span className={styles.mark} /> {markTitle}
        </p>
      )}
    </Chart>
  );
}

function Length({ share, mark }: { share: number; mark: number | null }) {
  return (
    <svg className={styles.length} height="16" width="100%">
      <rect className={styles.empty} height="10" rx="5" width="100%" y="3" />
      {share > 0 && <rect className={styles.full} height="10" rx="5" width={percent(share)} y="3" />}
      {mark !== null && <rect className={styles.line} height="16" width="3" x={percent(mark)} />}
    </svg>
  );
}

function percent(share: number): string {
  return `${(Math.min(Math.max(share, 0), 1) * 100).toFixed(2)}%`;
}
