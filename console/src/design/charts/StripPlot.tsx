import { phrase } from "../../language/catalogue";
import { formatNumber } from "../../language/format";
import type { Column } from "../Table";
import { Chart, type ChartFrame } from "./Chart";
import { medianOf } from "./median";
import styles from "./StripPlot.module.css";

export interface Dot {
  id: string;
  name: string;
  value: number;
  /** Whether it is one of those that the picture is about. */
  isStrong?: boolean;
}

interface StripPlotProps extends ChartFrame {
  dots: readonly Dot[];
  /** What the values are, as the title of their column. */
  valueTitle: string;
  /** The ends of the scale. */
  least?: number;
  most?: number;
}

const HEIGHT = 96;
const RADIUS = 5;
/** Dots that are nearer to each other than this share of the scale stand above each other. */
const NEAR = 1 / 34;
const MARKS = 4;

/** Each value as a dot on a scale, with the median as a line. */
export function StripPlot({ dots, valueTitle, least = 0, most = 100, ...frame }: StripPlotProps) {
  const shareOf = (value: number) => (most === least ? 0 : (value - least) / (most - least));
  const median = medianOf(dots.map(({ value }) => value));
  const sorted = dots.toSorted((one, other) => other.value - one.value);
  const columns: Column<Dot>[] = [
    { id: "name", title: phrase("chart.name"), cell: ({ name }) => name, isRowHeader: true },
    { id: "value", title: valueTitle, cell: ({ value }) => formatNumber(value), align: "end" },
  ];
  return (
    <Chart {...frame} table={{ columns, keyOf: ({ id }) => id, rows: sorted }}>
      <svg className={styles.plot} height={HEIGHT} width="100%">
        <line className={styles.axis} x1="0" x2="100%" y1={HEIGHT - 1} y2={HEIGHT - 1} />
        {median !== null && (
          <line
            className={styles.median}
            x1={percent(shareOf(median))}
            x2={percent(shareOf(median))}
            y1="0"
            y2={HEIGHT}
          />
        )}
        {placed(dots, shareOf).map(({ dot, share, y }) => (
          <circle
            className={dot.isStrong === true ? styles.strong : styles.dot}
            cx={percent(share)}
            cy={y}
            key={dot.id}
            r={RADIUS}
          >
            <title>{phrase("chart.dot", { name: dot.name, value: dot.value })}</title>
          </circle>
        ))}
      </svg>
      <div className={styles.scale}>
        {Array.from({ length: MARKS + 1 }, (_, at) => (
          <span key={at}>{formatNumber(Math.round(least + ((most - least) * at) / MARKS))}</span>
        ))}
      </div>
      {median !== null && (
        <p className={styles.legend}>
          <span className={styles.mark} /> {phrase("chart.median", { median: median })}
        </p>
      )}
    </Chart>
  );
}

interface Place {
  dot: Dot;
  share: number;
  y: number;
}

/** Where the dots stand: near ones above each other, closer together where there are many. */
function placed(dots: readonly Dot[], shareOf: (value: number) => number): Place[] {
  const heaps = new Map<number, Dot[]>();
  for (const dot of dots) {
    const heap = Math.round(shareOf(dot.value) / NEAR);
    heaps.set(heap, [...(heaps.get(heap) ?? []), dot]);
  }
  const tallest = Math.max(...[...heaps.values()].map(({ length }) => length), 1);
  const step = Math.min(2 * RADIUS + 1, (HEIGHT - 4 * RADIUS) / Math.max(tallest - 1, 1));
  return [...heaps.values()].flatMap((heap) =>
    heap.map((dot, at) => ({ dot, share: shareOf(dot.value), y: HEIGHT - 2 * RADIUS - at * step })),
  );
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}
