/** Days as a date field writes them, in the reader's own zone. */

export function dayOf(time: Date): string {
  const month = String(time.getMonth() + 1).padStart(2, "0");
  return `${time.getFullYear()}-${month}-${String(time.getDate()).padStart(2, "0")}`;
}

export function isPast(time: string): boolean {
  return Date.parse(time) <= Date.now();
}

/** The last moment of a day; null where the text is no day. */
export function endOfDay(day: string): Date | null {
  const end = new Date(`${day}T23:59:59`);
  return Number.isNaN(end.getTime()) ? null : end;
}
