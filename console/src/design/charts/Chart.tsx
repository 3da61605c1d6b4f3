import type { ReactNode } from "react";
import { phrase } from "../../language/catalogue";
import { Disclosure } from "../Disclosure";
import { Table, type TableProps } from "../Table";
import styles from "./Chart.module.css";

/** A picture of fewer people would say more about each of them than about all. */
export const FEWEST_PEOPLE = 5;

export interface ChartFrame {
  title: string;
  /** What the picture shows, in a sentence, for people who do not see it. */
  summary: string;
  /** How many people it is about; for few of them words stand in its place. */
  people: number;
  /** What it rests on, such as `The 100 newest`. */
  basis?: string | undefined;
}

interface ChartProps<Row> extends ChartFrame {
  /** The numbers that are drawn. */
  table: Pick<TableProps<Row>, "columns" | "rows" | "keyOf">;
  children: ReactNode;
}

/** A picture with its name and, behind a button, its numbers. */
export function Chart<Row>({ title, summary, people, basis, table, children }: ChartProps<Row>) {
  return (
    <figure className={styles.chart}>
      <figcaption>
        <h3 className={styles.title}>{title}</h3>
        {basis !== undefined && <p className={styles.basis}>{basis}</p>}
      </figcaption>
      {people < FEWEST_PEOPLE ? (
        <p className={styles.few}>{phrase("chart.few", { fewest: FEWEST_PEOPLE })}</p>
      ) : (
        <>
          <div aria-label={summary} className={styles.picture} role="img">
            {children}
          </div>
          <div className={styles.numbers}>
            <Disclosure level={4} title={phrase("chart.numbers", { title })}>
              <Table {...table} label={title} />
            </Disclosure>
          </div>
        </>
      )}
    </figure>
  );
}
