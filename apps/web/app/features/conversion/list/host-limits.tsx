import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { type ReactNode, useEffect, useState } from 'react';
import type { ConversionCore } from '../conversion-core.ts';

/** Explains the browser's limits: missing features over plain HTTP, and no storage in private windows. */
export function HostLimits({ core }: { readonly core: ConversionCore }): ReactNode {
  const t = useMessages('conversion');
  const locale = useLocale();
  const bytes = useResultsInMemory(core);
  const isInsecure = !globalThis.isSecureContext;
  if (!isInsecure && bytes === undefined) return undefined;
  return (
    <p className="basis-full text-ink-soft text-sm" data-testid="host-limits">
      {isInsecure ? `${t('insecure')} ` : undefined}
      {bytes === undefined ? undefined : t('inMemory', { size: formatBytes(locale, bytes) })}
    </p>
  );
}

function useResultsInMemory(core: ConversionCore): number | undefined {
  const [bytes, setBytes] = useState<number>();
  useEffect(() => {
    let gone = false;
    void core.resultsInMemory().then((found) => {
      if (!gone) setBytes(found);
    });
    return () => {
      gone = true;
    };
  }, [core]);
  return bytes;
}
