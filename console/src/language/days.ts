/** Days as date fields write them, `2026-12-07`, in the reader's own zone. */

/** The day of a moment. */
export function dayOf(time: Date): string {
  const month = String(time.getMonth() + 1).padStart(2, "0");
  return `${time.getFullYear()}-${month}-${String(time.getDate()).padStart(2, "0")}`;
}

/** The day so many days before today; today itself by default. */
export function dayBefore(days = 0): string {
  const time = new Date();
  time.setDate(time.getDate() - days);
  return dayOf(time);
}

/** The first moment of a day, as the service takes it; undefined where the text is no day. */
export function beginOfDay(day: string): string | undefined {
  return momentOf(`${day}T00:00:00.000`);
}

/** The last moment of a day, as the service takes it; undefined where the text is no day. */
export function endOfDay(day: string): string | undefined {
  return momentOf(`${day}T23:59:59.999`);
}

export function isPast(moment: string): boolean {
  return Date.parse(moment) <= Date.now();
}

function momentOf(text: string): string | undefined {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
