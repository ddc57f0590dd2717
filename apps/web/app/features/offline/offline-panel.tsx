import { useMessages } from '@bakkum/i18n/react';
import { Notice } from '@bakkum/ui/notice';
import { type ReactNode, useEffect, useState } from 'react';
import { GroupRow, type Loaded } from './group-row.tsx';
import type { OfflineGroup } from './groups.server.ts';
import { StorageMeter } from './storage-meter.tsx';

/** Groups of files whose converters can be stored on this device, one by one. */
export function OfflinePanel({ groups }: { readonly groups: readonly OfflineGroup[] }): ReactNode {
  const t = useMessages('offline');
  const [loaded, setLoaded] = useState<Loaded | 'unavailable' | 'failed'>();
  const [version, setVersion] = useState(0);
  useEffect(() => {
    void load().then(setLoaded);
  }, []);
  return (
    <div className="space-y-6">
      {loaded === 'unavailable' ? <Notice tone="warning">{t('unavailable')}</Notice> : undefined}
      {loaded === 'failed' ? <Notice tone="danger">{t('loadFailed')}</Notice> : undefined}
      <ul aria-label={t('kinds')} className="divide-y divide-line rounded-lg border border-line bg-surface">
        {groups.map((group) => (
          <GroupRow
            key={group.id}
            group={group}
            groups={groups}
            loaded={typeof loaded === 'object' ? loaded : undefined}
            version={version}
            onChange={() => setVersion((now) => now + 1)}
          />
        ))}
      </ul>
      <StorageMeter version={version} />
    </div>
  );
}

async function load(): Promise<Loaded | 'unavailable' | 'failed'> {
  if (!('caches' in globalThis) || !('serviceWorker' in navigator)) return 'unavailable';
  try {
    const [store, { probeCapabilities }] = await Promise.all([
      import('./kept-engines.ts'),
      import('@bakkum/registry/browser/capabilities.browser'),
    ]);
    return { store, files: await store.readEngineFiles(), host: await probeCapabilities() };
  } catch {
    return 'failed';
  }
}
