import { phrase } from "../../language/catalogue";
import { formatNumber, formatPercent } from "../../language/format";
import type { Column } from "../Table";
import { Chart, type ChartFrame } from "./Chart";
import styles from "./Funnel.module.css";

export interface FunnelStage {
  id: string;
  name: string;
  /** How many came as far as this. */
  count: number;
}

interface FunnelProps extends ChartFrame {
  stages: readonly FunnelStage[];
}

/** How many come as far as each stage, and which share of those before. */
export function Funnel({ stages, ...frame }: FunnelProps) {
  const first = stages[0]?.count ?? 0;
  const most = Math.max(...stages.map(({ count }) => count), 1);
  const shareOf = ({ count }: FunnelStage) => (first === 0 ? "" : formatPercent(count / first));
  const columns: Column<FunnelStage>[] = [
    { id: "name", title: phrase("chart.stage"), cell: ({ name }) => name, isRowHeader: true },
    { id: "count", title: phrase("chart.people"), cell: ({ count }) => formatNumber(count), align: "end" },
    { id: "share", title: phrase("chart.share"), cell: shareOf, align: "end" },
  ];
  return (
    <Chart {...frame} table={{ columns, keyOf: ({ id }) => id, rows: stages }}>
      <div className={styles.stages}>
        {stages.map((stage, at) => (
          <div className={styles.stage} key={stage.id}>
            <span className={styles.name} dir="auto">
              {stage.name}
            </span>
            <span className={styles.numbers}>
              <strong>{formatNumber(stage.count)}</strong>
              {at > 0 && <span className={styles.share}>{shareOf(stage)}</span>}
            </span>
            <Step next={stages[at + 1]?.count ?? null} most={most} own={stage.count} />
          </div>
        ))}
      </div>
    </Chart>
  );
}

/** A stage as a bar in the middle, whose lower edge leads to the next one. */
function Step({ own, next, most }: { own: number; next: number | null; most: number }) {
  const width = (own / most) * 100;
  const below = ((next ?? own) / most) * 100;
  const [left, right] = [50 - width / 2, 50 + width / 2];
  const [lowerLeft, lowerRight] = [50 - below / 2, 50 + below / 2];
  return (
    <svg aria-hidden="true" className={styles.step} preserveAspectRatio="none" viewBox="0 0 100 32">
      {next !== null && (
        <polygon className={styles.way} points={`${left},22 ${right},22 ${lowerRight},32 ${lowerLeft},32`} />
      )}
      <rect className={styles.bar} height="22" width={width} x={left} />
    </svg>
  );
}
