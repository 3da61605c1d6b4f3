/** Leads to the first field of a form that is wrong, once it is marked. */
export function focusOnProblem(form: { current: HTMLFormElement | null }): void {
  requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus());
}
