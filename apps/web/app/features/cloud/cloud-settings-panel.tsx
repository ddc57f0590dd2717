import { RETENTIONS, type Retention } from '@bakkum/api-contract/conversion-tiers';
import { useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { NativeSelect } from '@bakkum/ui/field';
import { textLinkClass } from '@bakkum/ui/link';
import type { ReactNode } from 'react';
import { PageLink } from '../../shell/page-link.tsx';
import { type CloudSettings, cloudStore } from './cloud-store.ts';

type PanelProps = { readonly settings: CloudSettings; readonly retentions: readonly Retention[] };

/** How long results stay, and who may fetch them; the server holds to both. */
export function CloudSettingsPanel({ settings, retentions }: PanelProps): ReactNode {
  const t = useMessages('cloud');
  return (
    <section aria-labelledby="cloud-settings" className="rounded-lg border border-line bg-surface p-5">
      <h2 id="cloud-settings" className="font-semibold text-lg">
        {t('settings')}
      </h2>
      <p className="mt-1 text-ink-soft text-sm">{t('settingsHint')}</p>
      <NativeSelect
        label={t('retention')}
        className="mt-4"
        value={settings.retention}
        onChange={({ target }) => {
          const retention = RETENTIONS.find((one) => one === target.value);
          if (retention) cloudStore.setSettings({ ...settings, retention });
        }}
      >
        {RETENTIONS.map((retention) => (
          <option key={retention} value={retention} disabled={!retentions.includes(retention)}>
            {t(`retention_${retention}`)}
          </option>
        ))}
      </NativeSelect>
      {retentions.length < RETENTIONS.length ? (
        <p className="mt-1.5 text-ink-soft text-sm">
          {t('retentionAccount')}{' '}
          <PageLink path={pathOf('sign-in')} className={textLinkClass()}>
            {t('signIn')}
          </PageLink>
        </p>
      ) : undefined}
      <NativeSelect
        label={t('sharing')}
        hint={t('sharingHint')}
        className="mt-4"
        value={settings.isShared ? 'public' : 'private'}
        onChange={({ target }) => cloudStore.setSettings({ ...settings, isShared: target.value === 'public' })}
      >
        {(['private', 'public'] as const).map((sharing) => (
          <option key={sharing} value={sharing}>
            {t(`sharing_${sharing}`)}
          </option>
        ))}
      </NativeSelect>
    </section>
  );
}
