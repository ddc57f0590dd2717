import { type RefCallback, useCallback, useState } from 'react';

/** Distance from the viewport that counts as near, so that elements the Tab key reaches next are already rendered. */
const MARGIN = '800px 0px';

const waiting = new WeakMap<Element, () => void>();
/** One observer per margin. */
const observers = new Map<string, IntersectionObserver>();

/**
 * Returns a ref for an element, and whether it has ever been near the viewport.
 * @param margin distance that counts as near, as a CSS margin
 */
export function useNearViewport<Place extends Element>(margin = MARGIN): readonly [RefCallback<Place>, boolean] {
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
