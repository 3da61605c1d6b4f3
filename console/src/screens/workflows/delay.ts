/** Lengths of time in the unit that people would say them in. */

export const HOUR_MINUTES = 60;
export const DAY_MINUTES = 24 * HOUR_MINUTES;

export const UNITS = [1, HOUR_MINUTES, DAY_MINUTES] as const;
export type Unit = (typeof UNITS)[number];

/** The longest that a step or a message can wait. */
export const LONGEST_DELAY = 90 * DAY_MINUTES;

interface Delay {
  amount: number;
  unit: Unit;
}

/** `1440` is one day; nothing is told in days, which is what a delay mostly is. */
export function delayOf(minutes: number): Delay {
  const unit = [DAY_MINUTES, HOUR_MINUTES].find((each) => minutes % each === 0);
  const found = UNITS.find((each) => each === unit) ?? 1;
  return { amount: minutes / found, unit: found };
}
