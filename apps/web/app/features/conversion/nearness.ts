import { type RefCallback, useCallback, useState } from 'react';

/** How far beyond the edge of the screen still counts as near: what the Tab key reaches next is there already. */
const MARGIN = '800px 0px';

const waiting = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** A ref for an element, and whether it has come near what one sees. It stays so. */
export function useNearness<Place extends Element>(): readonly [RefCallback<Place>, boolean] {
  const [isNear, setNear] = useState(false);
  const place = useCallback((element: Place | null) => {
    if (!element) return undefined;
    observer ??= new IntersectionObserver(tell, { rootMargin: MARGIN });
    waiting.set(element, () => setNear(true));
    observer.observe(element);
    return () => observer?.unobserve(element);
  }, []);
  return [place, isNear];
}

function tell(entries: readonly IntersectionObserverEntry[]): void {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    observer?.unobserve(target);
    waiting.get(target)?.();
  }
}
