/** A ref for what takes the place of what had the focus: with it goes whoever reads the page by ear. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
