/** The bounds of a list, by days of the reader's clock. */

import { beginOfDay, endOfDay } from "../language/days";

type Bounds<Name extends string> = Partial<Record<`${Name}Since` | `${Name}Until`, string>>;

/** From the beginning of one day to the end of another, under the names that a list has for them. */
export function between<Name extends string>(
  name: Name,
  since: string | undefined,
  until: string | undefined,
): Bounds<Name> {
  const bounds = {
    [`${name}Since`]: since && beginOfDay(since),
    [`${name}Until`]: until && endOfDay(until),
  };
  return Object.fromEntries(Object.entries(bounds).filter(([, time]) => time)) as Bounds<Name>;
}
