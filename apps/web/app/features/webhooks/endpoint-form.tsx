import type { WebhookView } from '@bakkum/api-contract/conversions/conversions';
import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { TextField } from '@bakkum/ui/field';
import { Notice } from '@bakkum/ui/notice';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { askServer, type CloudFault } from '../../conversion-api/ask-server.ts';
import { useFaultWords } from '../../conversion-api/use-fault-words.ts';

type EndpointFormProps = { readonly webhook: WebhookView; readonly onChange: (webhook: WebhookView) => void };

/** The default endpoint for jobs that name none. */
export function EndpointForm({ webhook, onChange }: EndpointFormProps): ReactNode {
  const t = useMessages('webhooks');
  const faultWords = useFaultWords(t('unreachable'));
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState<'saved' | 'removed'>();
  const [fault, setFault] = useState<CloudFault>();
  const isWrong = fault?.code === 'INVALID_URL';
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const given = new FormData(event.currentTarget).get('url');
    const url = typeof given === 'string' ? given.trim() : '';
    setBusy(true);
    setDone(undefined);
    const answer = await askServer<WebhookView>('PUT', 'webhooks', { body: { url: url === '' ? null : url } });
    setBusy(false);
    setFault(answer.ok ? undefined : answer.fault);
    if (!answer.ok) return;
    setDone(url === '' ? 'removed' : 'saved');
    onChange(answer.body);
  };
  return (
    <section aria-labelledby="webhook-endpoint">
      <h2 id="webhook-endpoint" className="font-semibold text-lg">
        {t('endpointHeading')}
      </h2>
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-4 grid gap-4">
        <TextField
          label={t('endpoint')}
          hint={t('endpointHint')}
          error={isWrong ? t('endpointWrong') : undefined}
          name="url"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          defaultValue={webhook.url ?? ''}
          onInput={() => {
            setFault(undefined);
            setDone(undefined);
          }}
        />
        {fault && !isWrong ? <Notice tone="danger">{faultWords(fault)}</Notice> : undefined}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" variant="primary" disabled={busy}>
            {t(busy ? 'saving' : 'save')}
          </Button>
          <output className="text-ink-soft text-sm">{done ? t(done) : undefined}</output>
        </div>
      </form>
    </section>
  );
}
