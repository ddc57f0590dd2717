import type { ReactNode } from 'react';

type LiveRegionProps = {
  /** `assertive` interrupts: only for what went wrong just now. */
  readonly politeness?: 'polite' | 'assertive';
  readonly children: ReactNode;
};

/** Says its text to assistive technology whenever it changes; not seen. It must be on the page before it has something to say. */
export function LiveRegion({ politeness = 'polite', children }: LiveRegionProps): ReactNode {
  return (
    <div role={politeness === 'assertive' ? 'alert' : 'status'} aria-live={politeness} className="sr-only">
      {children}
    </div>
  );
}
