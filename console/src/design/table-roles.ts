/** Another display than a table's takes the meaning from its elements in some browsers; the roles give it back. */
export const ROLES = {
  table: "table",
  rowgroup: "rowgroup",
  row: "row",
  columnheader: "columnheader",
  rowheader: "rowheader",
  cell: "cell",
} as const;
