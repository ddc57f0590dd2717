import { classNames } from '@bakkum/ui/class-names';
import type { ReactNode } from 'react';

/** Scrollable content must be reachable by keyboard and have a label. */
const REACHABLE = { tabIndex: 0, role: 'group' } as const;

type ScrollingCodeProps = { readonly label: string; readonly className?: string; readonly children: string };

/** Unwrapped code in a scrollable box. */
export function ScrollingCode({ label, className, children }: ScrollingCodeProps): ReactNode {
  return (
    <div {...REACHABLE} aria-label={label} className={classNames('overflow-auto p-4', className)}>
      <pre className="w-max font-mono text-sm leading-relaxed">
        <code translate="no">{children}</code>
      </pre>
    </div>
  );
}
