/** Days of the reader's clock as the service takes times. */

type Bounds<Name extends string> = Partial<Record<`${Name}Since` | `${Name}Until`, string>>;

const BEGINNING = "T00:00:00.000";
const END = "T23:59:59.999";

/** From the beginning of one day to the end of another, under the names that a list has for them. */
export function between<Name extends string>(
  name: Name,
  since: string | undefined,
  until: string | undefined,
): Bounds<Name> {
  const bounds = {
    [`${name}Since`]: timeOf(since, BEGINNING),
    [`${name}Until`]: timeOf(until, END),
  };
  const given = Object.entries(bounds).filter(([, time]) => time !== null);
  return Object.fromEntries(given) as Bounds<Name>;
}

function timeOf(day: string | undefined, clock: string): string | null {
  if (day === undefined) return null;
  const time = new Date(`${day}${clock}`);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
