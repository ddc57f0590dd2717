import type { ApiKeyView } from '@bakkum/api-contract/api-keys';
import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { CopyButton } from '@bakkum/ui/copy-button';
import { KeyRound } from '@bakkum/ui/icons';
import type { ReactNode } from 'react';
import { takeFocus } from '../../forms/take-focus.ts';

export type Made = { readonly key: ApiKeyView; readonly secret: string };

/** Shows a new key, which is visible only once. */
export function MadeKey({ made: { key, secret }, onDone }: { readonly made: Made; readonly onDone: () => void }): ReactNode {
  const t = useMessages('apiKeys');
  return (
    <section aria-labelledby="made-key" className="mb-8 rounded-lg border border-accent-line bg-accent-soft p-5">
      <h2 id="made-key" ref={takeFocus} tabIndex={-1} className="flex items-center gap-2 font-semibold text-lg outline-none">
        <KeyRound aria-hidden size={20} className="shrink-0 text-accent-strong" />
        {t('madeHeading')}
      </h2>
      <p className="mt-1 text-sm">{t('madeBody')}</p>
      <p id="made-key-name" className="mt-4 break-words font-medium text-sm">
        {t('madeName', { name: key.name })}
      </p>
      <code
        data-testid="secret"
        className="mt-1.5 block select-all break-all rounded-md border border-line bg-surface px-3 py-2.5 font-mono text-sm"
      >
        {secret}
      </code>
      <div className="mt-4 flex flex-wrap gap-3">
        <CopyButton text={secret} label={t('copy')} doneLabel={t('copied')} describedBy="made-key-name" />
        <Button size="sm" variant="quiet" onClick={onDone}>
          {t('madeDone')}
        </Button>
      </div>
    </section>
  );
}
