import { useEffect, useEffectEvent } from 'react';

type Keys = { readonly onGenerate: () => void; readonly onHelp: () => void };

/** Ids of the elements that shortcuts focus. */
export const PROMPT_ID = 'prompt';
export const SEARCH_ID = 'gallery-search';

const PLACES: Readonly<Record<string, string>> = { p: PROMPT_ID, '/': SEARCH_ID };

/** Keyboard shortcuts of the whole page. Letters are ignored while the user types. */
export function useKeys({ onGenerate, onHelp }: Keys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || isElsewhere(event.target)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onGenerate();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const act = actionOf(event.key, onHelp);
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

function actionOf(key: string, onHelp: () => void): (() => void) | undefined {
  if (key === '?') return onHelp;
  const place = PLACES[key];
  return place === undefined ? undefined : () => document.getElementById(place)?.focus();
}

/** Within a dialog or menu, which has its own keys. */
function isElsewhere(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=dialog], [role=menu], [role=listbox]') !== null;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}
