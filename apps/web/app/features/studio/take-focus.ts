/** A reference for React: what has just been asked for takes the focus, as the button that asked for it has gone. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
