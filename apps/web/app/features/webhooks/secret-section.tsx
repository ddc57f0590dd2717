import type { WebhookView } from '@bakkum/api-contract/conversions/conversions';
import { formatDate } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { CopyButton } from '@bakkum/ui/copy-button';
import { KeyRound } from '@bakkum/ui/icons';
import { Notice } from '@bakkum/ui/notice';
import { type ReactNode, useState } from 'react';
import { askServer, type CloudFault } from '../../conversion-api/ask-server.ts';
import { useFaultWords } from '../../conversion-api/use-fault-words.ts';
import { takeFocus } from '../../forms/take-focus.ts';
import { useMoment } from './use-moment.ts';

type SecretSectionProps = { readonly secret: WebhookView['secret']; readonly onMade: () => void };

/** The signing secret: shown once when it is created, later only its last characters. */
export function SecretSection({ secret, onMade }: SecretSectionProps): ReactNode {
  const t = useMessages('webhooks');
  const locale = useLocale();
  const moment = useMoment();
  const [made, setMade] = useState<string>();
  return (
    <section aria-labelledby="webhook-secret">
      <h2 id="webhook-secret" className="font-semibold text-lg">
        {t('secretHeading')}
      </h2>
      {made === undefined ? undefined : <MadeSecret secret={made} onDone={() => setMade(undefined)} />}
      <p className="mt-3 text-ink-soft text-sm">
        {secret
          ? t('secretMade', { date: formatDate(locale, new Date(secret.made_at)), ending: secret.ends_with })
          : t('secretNone')}
      </p>
      {secret?.previous_until ? (
        <p className="mt-2 text-ink-soft text-sm">{t('secretBefore', { date: moment(secret.previous_until) })}</p>
      ) : undefined}
      <MakeSecret
        isFirst={secret === null && made === undefined}
        onMade={(next) => {
          setMade(next);
          onMade();
        }}
      />
    </section>
  );
}

type MakeSecretProps = { readonly isFirst: boolean; readonly onMade: (secret: string) => void };

/** The first secret is created immediately; replacing it asks for confirmation. */
function MakeSecret({ isFirst, onMade }: MakeSecretProps): ReactNode {
  const t = useMessages('webhooks');
  const faultWords = useFaultWords(t('unreachable'));
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<CloudFault>();
  const make = async (): Promise<void> => {
    setBusy(true);
    const answer = await askServer<{ readonly secret: string }>('POST', 'webhooks/secret');
    setBusy(false);
    setFault(answer.ok ? undefined : answer.fault);
    if (!answer.ok) return;
    setAsking(false);
    onMade(answer.body.secret);
  };
  const button = (
    <Button size="sm" disabled={busy} onClick={() => (isFirst || asking ? void make() : setAsking(true))}>
      {t(busy ? 'secretMaking' : isFirst ? 'secretMake' : 'secretRotate')}
    </Button>
  );
  return (
    <div className="mt-4 grid gap-3">
      {asking ? (
        <p ref={takeFocus} tabIndex={-1} className="text-sm outline-none">
          {t('rotateAsk')}
        </p>
      ) : undefined}
      {fault ? <Notice tone="danger">{faultWords(fault)}</Notice> : undefined}
      <div className="flex flex-wrap gap-3">
        {button}
        {asking ? (
          <Button size="sm" variant="quiet" onClick={() => setAsking(false)}>
            {t('keep')}
          </Button>
        ) : undefined}
      </div>
    </div>
  );
}

function MadeSecret({ secret, onDone }: { readonly secret: string; readonly onDone: () => void }): ReactNode {
  const t = useMessages('webhooks');
  return (
    <div className="mt-4 rounded-lg border border-accent-line bg-accent-soft p-4">
      <h3 id="made-secret" ref={takeFocus} tabIndex={-1} className="flex items-center gap-2 font-semibold outline-none">
        <KeyRound aria-hidden size={18} className="shrink-0 text-accent-strong" />
        {t('onceHeading')}
      </h3>
      <p className="mt-1 text-sm">{t('onceBody')}</p>
      <code
        data-testid="secret"
        className="mt-3 block select-all break-all rounded-md border border-line bg-surface px-3 py-2.5 font-mono text-sm"
      >
        {secret}
      </code>
      <div className="mt-3 flex flex-wrap gap-3">
        <CopyButton text={secret} label={t('copy')} doneLabel={t('copied')} describedBy="made-secret" />
        <Button size="sm" variant="quiet" onClick={onDone}>
          {t('onceDone')}
        </Button>
      </div>
    </div>
  );
}
