/** A ref for an element that replaces the focused one, so that screen readers continue there. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
