import { useMessages } from '@bakkum/i18n/react';
import { Notice } from '@bakkum/ui/notice';
import { type ReactNode, useState } from 'react';
import { useServerData } from '../../state/server-data.ts';
import { GroupRow, type Loaded } from './group-row.tsx';
import type { OfflineGroup } from './groups.server.ts';
import { StorageMeter } from './storage-meter.tsx';

/** Groups of files whose converters can be stored on this device, one by one. */
export function OfflinePanel({ groups }: { readonly groups: readonly OfflineGroup[] }): ReactNode {
  const t = useMessages('offline');
  const { body: loaded, fault } = useServerData({ key: ['engine-files'], ask: load });
  const [version, setVersion] = useState(0);
  return (
    <div className="space-y-6">
      {fault === 'unavailable' ? <Notice tone="warning">{t('unavailable')}</Notice> : undefined}
      {fault === 'failed' ? <Notice tone="danger">{t('loadFailed')}</Notice> : undefined}
      <ul aria-label={t('kinds')} className="divide-y divide-line rounded-lg border border-line bg-surface">
        {groups.map((group) => (
          <GroupRow
            key={group.id}
            group={group}
            groups={groups}
            loaded={loaded}
            version={version}
            onChange={() => setVersion((now) => now + 1)}
          />
        ))}
      </ul>
      <StorageMeter version={version} />
    </div>
  );
}

type Listing = { readonly ok: true; readonly body: Loaded } | { readonly ok: false; readonly fault: 'unavailable' | 'failed' };

/** Loads the list of engine files, and everything that stores them. */
async function load(): Promise<Listing> {
  if (!('caches' in globalThis) || !('serviceWorker' in navigator)) return { ok: false, fault: 'unavailable' };
  try {
    const [store, { probeCapabilities }] = await Promise.all([
      import('../../engine-storage/kept-engines.ts'),
      import('@bakkum/registry/browser/capabilities.browser'),
    ]);
    return { ok: true, body: { store, files: await store.readEngineFiles(), host: await probeCapabilities() } };
  } catch {
    return { ok: false, fault: 'failed' };
  }
}
