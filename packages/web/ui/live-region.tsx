import type { ReactNode } from 'react';

type LiveRegionProps = {
  /** `assertive` interrupts: use it only for errors that have just occurred. */
  readonly politeness?: 'polite' | 'assertive';
  readonly children: ReactNode;
};

/**
 * Announces its text to assistive technology whenever it changes; not visible. It must be rendered before its first announcement.
 */
export function LiveRegion({ politeness = 'polite', children }: LiveRegionProps): ReactNode {
  return (
    <div role={politeness === 'assertive' ? 'alert' : 'status'} aria-live={politeness} className="sr-only">
      {children}
    </div>
  );
}
