import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { storageManager } from '@bakkum/registry/browser/optional-apis.browser';
import { Button } from '@bakkum/ui/button';
import { ProgressBar } from '@bakkum/ui/progress-bar';
import { type ReactNode, useEffect, useState } from 'react';

type Storage = { readonly used: number; readonly quota: number; readonly persisted: boolean };

/**
 * Shows how much of the site's storage quota is used, and whether the browser may evict it.
 * @param version changes when something was stored
 */
export function StorageMeter({ version }: { readonly version: number }): ReactNode {
  const t = useMessages('offline');
  const locale = useLocale();
  const [storage, setStorage] = useState<Storage | 'unknown'>();
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    let gone = false;
    void measured().then((found) => {
      if (!gone) setStorage(found);
    });
    return () => {
      gone = true;
    };
  }, [version]);
  const persist = async (): Promise<void> => {
    const granted = await storageManager()?.persist?.();
    setRefused(granted !== true);
    setStorage(await measured());
  };
  return (
    <section aria-labelledby="storage" className="rounded-lg border border-line bg-surface p-4 sm:p-5">
      <h2 id="storage" className="font-semibold">
        {t('storage')}
      </h2>
      {storage === 'unknown' ? <p className="mt-2 text-ink-soft">{t('storageUnknown')}</p> : undefined}
      {typeof storage === 'object' ? (
        <>
          <p className="mt-2 text-ink-soft tabular" data-testid="storage-used">
            {t('storageUsed', { used: formatBytes(locale, storage.used), quota: formatBytes(locale, storage.quota) })}
          </p>
          <ProgressBar label={t('storageLevel')} fraction={storage.used / storage.quota} tone="accent" className="mt-3" />
          <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-soft text-sm">
            <p>{t(storage.persisted ? 'persisted' : refused ? 'persistRefused' : 'notPersisted')}</p>
            {storage.persisted ? undefined : (
              <Button size="sm" onClick={() => void persist()}>
                {t('persist')}
              </Button>
            )}
          </div>
        </>
      ) : undefined}
    </section>
  );
}

async function measured(): Promise<Storage | 'unknown'> {
  const storage = storageManager();
  const { usage, quota } = (await storage?.estimate?.()) ?? {};
  if (usage === undefined || !quota) return 'unknown';
  return { used: usage, quota, persisted: (await storage?.persisted?.()) ?? false };
}
