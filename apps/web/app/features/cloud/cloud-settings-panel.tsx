import type { CloudView } from '@bakkum/api-contract/conversions/cloud';
import { RETENTIONS, STORAGE_RETENTIONS, STORAGES } from '@bakkum/api-contract/conversions/tiers';
import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { NativeSelect, TextArea } from '@bakkum/ui/field';
import { textLinkClass } from '@bakkum/ui/link';
import { Switch } from '@bakkum/ui/switch';
import type { ReactNode, RefObject } from 'react';
import { askToSignIn } from '../../session/sign-in-prompt.ts';
import type { CloudQueue } from './cloud-queue.ts';
import { faultInSharing, SHARINGS } from './cloud-state.ts';
import { cloudStore } from './cloud-store.ts';
import { usePeopleWords } from './share/use-people-words.ts';

type PanelProps = {
  readonly queue: CloudQueue;
  /** Undefined until the server has answered. */
  readonly view: CloudView | undefined;
  /** The field for invited addresses. */
  readonly people: RefObject<HTMLTextAreaElement | null>;
};

/** Settings for retention and sharing of results. The server enforces all of them. */
export function CloudSettingsPanel({ queue, view, people }: PanelProps): ReactNode {
  const t = useMessages('cloud');
  const isMember = queue.limits.storages.includes('persistent');
  return (
    <section aria-labelledby="cloud-settings" className="rounded-lg border border-line bg-surface p-5">
      <h2 id="cloud-settings" className="font-semibold text-lg">
        {t('settings')}
      </h2>
      <p className="mt-1 text-ink-soft text-sm">{t('settingsHint')}</p>
      <div className="mt-4 grid gap-4">
        <StorageSettings queue={queue} />
        <SharingSettings queue={queue} isMember={isMember} people={people} />
        <Switch
          label={t('backup')}
          hint={t(view?.backup === false ? 'backupNone' : 'backupHint')}
          checked={queue.settings.backup && view?.backup === true}
          disabled={view?.backup !== true}
          onChange={({ target }) => cloudStore.setSettings({ ...queue.settings, backup: target.checked })}
        />
      </div>
      {isMember ? undefined : (
        <p className="mt-4 border-line border-t pt-4 text-ink-soft text-sm">
          {t('withAccount')}{' '}
          <button type="button" onClick={() => askToSignIn('cloud')} className={textLinkClass('cursor-pointer')}>
            {t('signIn')}
          </button>
        </p>
      )}
    </section>
  );
}

function StorageSettings({ queue }: { readonly queue: CloudQueue }): ReactNode {
  const t = useMessages('cloud');
  const locale = useLocale();
  const { settings, limits, used } = queue;
  const offered = STORAGE_RETENTIONS[settings.storage];
  const size = (bytes: number): string => formatBytes(locale, bytes);
  return (
    <>
      <NativeSelect
        label={t('storage')}
        hint={t(`storage_${settings.storage}_hint`, {
          used: size(used?.archived ?? 0),
          most: size(limits.archivedBytes),
        })}
        value={settings.storage}
        onChange={({ target }) => {
          const storage = STORAGES.find((one) => one === target.value) ?? 'temporary';
          const fits = STORAGE_RETENTIONS[storage].includes(settings.retention);
          cloudStore.setSettings({ ...settings, storage, ...(!fits && { retention: '24h' }) });
        }}
      >
        {STORAGES.map((storage) => (
          <option key={storage} value={storage} disabled={!limits.storages.includes(storage)}>
            {t(`storage_${storage}`)}
          </option>
        ))}
      </NativeSelect>
      {used ? (
        <p className="-mt-2 text-ink-soft text-sm tabular">
          {t('storageUsed', { used: size(used.stored), most: size(limits.storedBytes) })}
        </p>
      ) : undefined}
      {settings.storage === 'archive' ? undefined : (
        <NativeSelect
          label={t('retention')}
          value={settings.retention}
          onChange={({ target }) => {
            const retention = RETENTIONS.find((one) => one === target.value);
            if (retention) cloudStore.setSettings({ ...settings, retention });
          }}
        >
          {RETENTIONS.map((retention) => (
            <option
              key={retention}
              value={retention}
              disabled={!limits.retentions.includes(retention) || !offered.includes(retention)}
            >
              {t(`retention_${retention}`)}
            </option>
          ))}
        </NativeSelect>
      )}
    </>
  );
}

type SharingProps = Pick<PanelProps, 'queue' | 'people'> & { readonly isMember: boolean };

function SharingSettings({ queue: { settings, peopleChecked }, isMember, people }: SharingProps): ReactNode {
  const t = useMessages('cloud');
  const words = usePeopleWords();
  const fault = faultInSharing(settings);
  // Does not mark an address as wrong while it is being typed.
  const isTold = peopleChecked || (fault?.words === 'peopleWrong' && /[\s,;]$/.test(settings.people));
  return (
    <>
      <NativeSelect
        label={t('sharing')}
        hint={t('sharingHint')}
        value={settings.sharing}
        onChange={({ target }) => {
          const sharing = SHARINGS.find((one) => one === target.value) ?? 'private';
          cloudStore.setSettings({ ...settings, sharing });
        }}
      >
        {SHARINGS.map((sharing) => (
          <option key={sharing} value={sharing} disabled={sharing === 'team' && !isMember}>
            {t(`sharing_${sharing}`)}
          </option>
        ))}
      </NativeSelect>
      {settings.sharing === 'team' ? (
        <TextArea
          label={t('people')}
          hint={t('peopleHint')}
          rows={3}
          ref={people}
          value={settings.people}
          error={fault && isTold ? words(fault) : undefined}
          onBlur={cloudStore.checkPeople}
          onChange={({ target }) => cloudStore.setSettings({ ...settings, people: target.value })}
        />
      ) : undefined}
    </>
  );
}
