import { type RefCallback, useCallback, useState } from 'react';

/** How far beyond the edge of the screen still counts as near: what the Tab key reaches next is there already. */
const MARGIN = '800px 0px';

const waiting = new WeakMap<Element, () => void>();
/** One by each margin. */
const observers = new Map<string, IntersectionObserver>();

/**
 * A ref for an element, and whether it has come near what one sees. It stays so.
 * @param margin how far beyond the edge is near, as CSS writes margins
 */
export function useNearness<Place extends Element>(margin = MARGIN): readonly [RefCallback<Place>, boolean] {
  const [isNear, setNear] = useState(false);
  const place = useCallback(
    (element: Place | null) => {
      if (!element) return undefined;
      const observer = observers.get(margin) ?? new IntersectionObserver(tell, { rootMargin: margin });
      observers.set(margin, observer);
      waiting.set(element, () => setNear(true));
      observer.observe(element);
      return () => observer.unobserve(element);
    },
    [margin],
  );
  return [place, isNear];
}

function tell(entries: readonly IntersectionObserverEntry[], observer: IntersectionObserver): void {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    observer.unobserve(target);
    waiting.get(target)?.();
  }
}
