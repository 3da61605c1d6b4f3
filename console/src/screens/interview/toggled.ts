/** A list with an element, or without it. */
export function toggled(list: readonly string[], element: string, isIn: boolean): string[] {
  const others = list.filter((each) => each !== element);
  return isIn ? [...others, element] : others;
}
