import { useEffect, useEffectEvent } from 'react';

type Keys = { readonly onGenerate: () => void; readonly onHelp: () => void };

/** Places the keys lead to; the elements carry these ids. */
export const PROMPT_ID = 'prompt';
export const SEARCH_ID = 'gallery-search';

/** Keys of the whole page. Letters are taken only where nothing is being typed. */
export function useKeys({ onGenerate, onHelp }: Keys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onGenerate();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (event.key === '?') onHelp();
    else if (event.key === 'p') document.getElementById(PROMPT_ID)?.focus();
    else if (event.key === '/') document.getElementById(SEARCH_ID)?.focus();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}
