import { type FocusEventHandler, type RefObject, useEffect, useRef } from 'react';

type FocusKept<Element extends HTMLElement> = {
  readonly ref: RefObject<Element | null>;
  readonly onFocus: FocusEventHandler;
  readonly onBlur: FocusEventHandler;
};

/**
 * Keeps the keyboard focus within an element when a new state replaces the focused control: the last button takes it over, which is
 * the next action, otherwise the element itself if it has a tab index. Browsers would move it to the body.
 */
export function useFocusKept<Element extends HTMLElement>(state: string): FocusKept<Element> {
  const ref = useRef<Element>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    if (!hadFocus.current || document.activeElement !== document.body) return;
    const next = lastButton(ref.current) ?? lastButton(ref.current?.closest('li')) ?? ref.current;
    next?.focus();
  }, [state]);
  return {
    ref,
    onFocus: () => {
      hadFocus.current = true;
    },
    // Not called for a control that is removed.
    onBlur: () => {
      hadFocus.current = false;
    },
  };
}

function lastButton(element: HTMLElement | null | undefined): HTMLElement | undefined {
  return [...(element?.querySelectorAll<HTMLElement>('button:not(:disabled), a[href]') ?? [])].at(-1);
}
