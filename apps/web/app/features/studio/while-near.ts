/** How far from the window something begins: about what one push of a finger moves. */
const NEAR = '300px';

/**
 * Begins once an element comes near what is seen, and not again.
 * @param begin answers what ends it
 * @returns ends the watch, and what has begun
 */
export function whileNear(element: Element, begin: () => () => void): () => void {
  let end: (() => void) | undefined;
  const watch = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      end = begin();
    },
    { rootMargin: NEAR },
  );
  watch.observe(element);
  return () => {
    watch.disconnect();
    end?.();
  };
}
