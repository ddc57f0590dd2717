/** Returns the attribute of the button that is the next step, so that a list that has just appeared can move the focus to it. */
export const nextStep = (name: 'convert' | 'download') => ({ 'data-next-step': name }) as const;

/** Focuses the next step if the focus is nowhere, or within `origin`, which the next step replaces. */
export function focusNextStep(origin: Element | null): void {
  const { activeElement } = document;
  if (activeElement && activeElement !== document.body && !origin?.contains(activeElement)) return;
  document.querySelector<HTMLElement>('[data-next-step]')?.focus({ preventScroll: true });
}
