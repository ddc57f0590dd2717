import { useMessages } from '@bakkum/i18n/react';
import { Switch } from '@bakkum/ui/switch';
import { type ReactNode, useSyncExternalStore } from 'react';
import { mayCount } from './may-count.ts';
import { onShareChoice, readShareChoice, writeShareChoice } from './share-choice.ts';

/** Turns sharing of visits with the operator's analytics service on or off; effective immediately. */
export function ShareSwitch({ host }: { readonly host: string }): ReactNode {
  const t = useMessages('articles');
  const choice = useSyncExternalStore(onShareChoice, readShareChoice, () => undefined);
  const isRefused = useSyncExternalStore(onShareChoice, isRefusedByBrowser, () => false);
  return (
    <div className="mt-4 max-w-read">
      <Switch
        label={t('shareVisits', { host })}
        hint={isRefused ? t('countRefused') : t('shareHint', { host })}
        checked={choice === 'yes' && !isRefused}
        disabled={isRefused}
        onChange={({ target }) => writeShareChoice(target.checked ? 'yes' : 'no')}
      />
    </div>
  );
}

function isRefusedByBrowser(): boolean {
  return !mayCount(navigator, null);
}
