import { classNames } from '@bakkum/ui/class-names';
import type { ReactNode } from 'react';

/** What scrolls must be reachable by keyboard, and say what it is. */
const REACHABLE = { tabIndex: 0, role: 'group' } as const;

type ScrollingCodeProps = { readonly label: string; readonly className?: string; readonly children: string };

/** Code as wide as it is, in a box that scrolls. */
export function ScrollingCode({ label, className, children }: ScrollingCodeProps): ReactNode {
  return (
    <div {...REACHABLE} aria-label={label} className={classNames('overflow-auto p-4', className)}>
      <pre className="w-max font-mono text-sm leading-relaxed">
        <code translate="no">{children}</code>
      </pre>
    </div>
  );
}
