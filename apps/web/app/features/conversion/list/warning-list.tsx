import type { Warning } from '@bakkum/conversion/engine';
import { useMessages } from '@bakkum/i18n/react';
import type { ReactNode } from 'react';

/** What a result lacks, or what to know about it. */
export function WarningList({ warnings }: { readonly warnings: readonly Warning[] }): ReactNode {
  const t = useMessages('warnings');
  if (warnings.length === 0) return undefined;
  return (
    <ul className="mt-1.5 space-y-1 text-ink-soft text-sm @lg/row:pl-13">
      {warnings.map(({ code, params }) => (
        <li key={JSON.stringify([code, params])}>{t.lookup(code, params)}</li>
      ))}
    </ul>
  );
}
