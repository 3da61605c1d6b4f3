import type { ReactNode } from "react";
import { phrase } from "../language/catalogue";
import { classes } from "./classes";
import { Skeleton } from "./Skeleton";
import { ROLES } from "./table-roles";
import { SelectAll, SelectRow, type TableSelection } from "./TableSelection";
import styles from "./Table.module.css";

export interface Column<Row> {
  id: string;
  title: string;
  /** What stands in the column; null where there is nothing to say, which a phone leaves out. */
  cell: (row: Row) => ReactNode;
  /** Whether the column names the row. */
  isRowHeader?: boolean;
  align?: "end";
  isHiddenOnPhone?: boolean;
  /** Whether only screen readers are told the title, because the cells speak for themselves. */
  isTitleHidden?: boolean;
}

export interface TableProps<Row> {
  /** What the table is of, for people who do not see it. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Whether rows are on their way; their place is held until they come. */
  isPending?: boolean;
  /** What ends the table, such as the button for more. */
  footer?: ReactNode;
  selection?: TableSelection<Row>;
}

const PENDING_ROWS = 6;

/** Rows beneath the titles of their columns. Where there is little room each row is a block, with the titles in it. */
export function Table<Row>({
  label,
  columns,
  rows,
  keyOf,
  isPending = false,
  footer,
  ...rest
}: TableProps<Row>) {
  const { selection } = rest;
  return (
    <div className={styles.frame}>
      <table
        aria-busy={isPending || undefined}
        aria-label={label}
        className={styles.table}
        role={ROLES.table}
      >
        <thead className={styles.head} role={ROLES.rowgroup}>
          <tr role={ROLES.row}>
            {selection !== undefined && (
              <SelectAll className={styles.choose} keyOf={keyOf} rows={rows} selection={selection} />
            )}
            {columns.map((column) => (
              <th
                className={classes(column.align === "end" && styles.end)}
                key={column.id}
                role={ROLES.columnheader}
                scope="col"
              >
                <span className={classes(column.isTitleHidden && "visually-hidden")}>{column.title}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody role={ROLES.rowgroup}>
          {rows.map((row) => (
            <tr className={styles.row} data-key={keyOf(row)} key={keyOf(row)} role={ROLES.row}>
              {selection !== undefined && (
                <SelectRow className={styles.choose} id={keyOf(row)} row={row} selection={selection} />
              )}
              {columns.map((column) => (
                <Cell column={column} key={column.id} row={row} />
              ))}
            </tr>
          ))}
          {isPending && rows.length === 0 && (
            <PendingRows columns={columns.length + (selection === undefined ? 0 : 1)} />
          )}
        </tbody>
      </table>
      {footer !== undefined && footer !== null && <div className={styles.footer}>{footer}</div>}
    </div>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { title, cell, isRowHeader, align, isHiddenOnPhone, isTitleHidden } = column;
  const content = cell(row);
  const isLeftOut = isHiddenOnPhone === true || content === null;
  const className = classes(
    isRowHeader ? styles.name : styles.cell,
    align === "end" && styles.end,
    isLeftOut && styles.leftOut,
  );
  if (isRowHeader) {
    return (
      <th className={className} role={ROLES.rowheader} scope="row">
        {content}
      </th>
    );
  }
  return (
    <td className={className} role={ROLES.cell}>
      {!isTitleHidden && (
        <span aria-hidden="true" className={styles.title}>
          {title}
        </span>
      )}
      <div className={styles.value}>{content}</div>
    </td>
  );
}

function PendingRows({ columns }: { columns: number }) {
  return Array.from({ length: PENDING_ROWS }, (_, at) => (
    <tr className={styles.row} key={at} role={ROLES.row}>
      <td className={styles.pending} colSpan={columns} role={ROLES.cell}>
        {at === 0 && <span className="visually-hidden">{phrase("list.loading")}</span>}
        <Skeleton />
      </td>
    </tr>
  ));
}
