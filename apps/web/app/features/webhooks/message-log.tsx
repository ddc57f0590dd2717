import type { DeliveryView } from '@bakkum/api-contract/conversions/conversions';
import { formatDuration } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Badge, type Tone } from '@bakkum/ui/badge';
import { Button } from '@bakkum/ui/button';
import { Disclosure } from '@bakkum/ui/disclosure';
import { Notice } from '@bakkum/ui/notice';
import { type ReactNode, useState } from 'react';
import { askServer, type CloudFault } from '../../conversion-api/ask-server.ts';
import { useFaultWords } from '../../conversion-api/use-fault-words.ts';
import { Waiting } from '../../session/signed-in-only.tsx';
import { useServerData } from '../../state/server-data.ts';
import { isStillSent, pauseOf, type Replayed } from './log-pace.ts';
import { useMoment } from './use-moment.ts';

const MAX_MESSAGES = 50;
/** Characters of a job id that are enough to distinguish it. */
const SHORT_ID = 8;

const TONES: Readonly<Record<DeliveryView['status'], Tone>> = { pending: 'info', delivered: 'success', failed: 'danger' };

/** Messages with their delivery state, newest first. */
export function MessageLog(): ReactNode {
  const t = useMessages('webhooks');
  const faultWords = useFaultWords(t('unreachable'));
  const { deliveries, fault, load, replay, replayed } = useLog();
  return (
    <section aria-labelledby="webhook-log" className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="webhook-log" className="font-semibold text-lg">
          {t('logHeading')}
        </h2>
        {deliveries || fault ? (
          <Button size="sm" variant="quiet" onClick={() => void load()}>
            {t(deliveries ? 'reload' : 'tryAgain')}
          </Button>
        ) : undefined}
      </div>
      <p className="mt-1 text-ink-soft text-sm">{t('logLead', { count: MAX_MESSAGES })}</p>
      {fault ? (
        <Notice tone="danger" className="mt-4">
          {faultWords(fault)}
        </Notice>
      ) : undefined}
      <output className="block text-ink-soft text-sm not-empty:mt-4">{replayed ? t('replayed') : undefined}</output>
      {deliveries === undefined && !fault ? <Waiting /> : undefined}
      {deliveries?.length === 0 ? (
        <p className="mt-4 rounded-lg border border-line border-dashed px-5 py-10 text-center text-ink-soft">{t('empty')}</p>
      ) : undefined}
      {deliveries && deliveries.length > 0 ? (
        <ul className="mt-4 divide-y divide-line rounded-lg border border-line bg-surface">
          {deliveries.map((delivery) => (
            <Message key={delivery.delivery_id} delivery={delivery} onReplay={() => void replay(delivery)} />
          ))}
        </ul>
      ) : undefined}
    </section>
  );
}

function useLog() {
  const [resent, setResent] = useState<Resent>();
  const { body, fault, readAt, read } = useServerData({
    key: ['webhook-deliveries'],
    ask: () => askServer<{ readonly deliveries: readonly DeliveryView[] }>('GET', `webhooks/deliveries?limit=${MAX_MESSAGES}`),
    pollMs: ({ body: last }) => last && pauseOf(last.deliveries, resent?.message),
  });
  const replay = async ({ delivery_id: id, attempts }: DeliveryView): Promise<void> => {
    const answer = await askServer('POST', `webhooks/deliveries/${id}/replay`);
    if (!answer.ok) return setResent({ readAt, fault: answer.fault });
    setResent({ readAt, message: { id, tries: attempts.length } });
    return read();
  };
  const deliveries = body?.deliveries;
  // The outcome of the command is shown until the list is read again; a resent message until it was tried.
  const isNew = resent?.readAt === readAt;
  const replayed = resent?.message && (isNew || (deliveries && isStillSent(deliveries, resent.message)));
  return { deliveries, fault: (isNew ? resent.fault : undefined) ?? fault, load: read, replay, replayed };
}

/** The last command to resend a message, given when the list was read before. */
type Resent = { readonly readAt: number; readonly message?: Replayed; readonly fault?: CloudFault };

type MessageProps = { readonly delivery: DeliveryView; readonly onReplay: () => void };

function Message({ delivery, onReplay }: MessageProps): ReactNode {
  const t = useMessages('webhooks');
  const { job_id: jobId, event, url, status, attempts } = delivery;
  const job = jobId.slice(0, SHORT_ID);
  return (
    <li className="px-4 py-4" data-status={status}>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 grow basis-64">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Badge tone={TONES[status]}>{t(`state-${status}`)}</Badge>
            <span className="font-medium">{t.lookup(`event-${event}`) ?? event}</span>
          </p>
          <p className="mt-1.5 break-all font-mono text-ink-soft text-sm">{url ?? t('forgotten')}</p>
          <Facts delivery={delivery} job={job} />
        </div>
        {url === null || status === 'pending' ? undefined : (
          <Button size="sm" aria-label={t('replayNamed', { id: job })} onClick={onReplay}>
            {t('replay')}
          </Button>
        )}
      </div>
      {attempts.length > 0 ? <Tries attempts={attempts} /> : undefined}
    </li>
  );
}

function Facts({ delivery, job }: { readonly delivery: DeliveryView; readonly job: string }): ReactNode {
  const t = useMessages('webhooks');
  const moment = useMoment();
  const { created_at: madeAt, next_attempt_at: nextAt, attempts } = delivery;
  const parts = [
    moment(madeAt),
    t('job', { id: job }),
    attempts.length === 0 ? t('triesNone') : t('tries', { count: attempts.length }),
    ...(nextAt === null || attempts.length === 0 ? [] : [t('next', { date: moment(nextAt) })]),
  ];
  return <p className="mt-1.5 text-ink-soft text-sm tabular">{parts.join(' · ')}</p>;
}

function Tries({ attempts }: Pick<DeliveryView, 'attempts'>): ReactNode {
  const t = useMessages('webhooks');
  const locale = useLocale();
  const moment = useMoment();
  const outcome = ({ status, fault }: DeliveryView['attempts'][number]): string =>
    status === null
      ? (t.lookup(`fault-${fault ?? ''}`) ?? t('fault-other', { fault: fault ?? '' }))
      : t('answered', { status: String(status) });
  return (
    <Disclosure title={t('triesOf')} className="-mb-2 text-sm">
      <ol className="mb-2 grid gap-1.5 pl-6.5">
        {attempts.map((attempt) => (
          <li key={attempt.at} className="flex flex-wrap gap-x-3 tabular">
            <span className="text-ink-soft">{moment(attempt.at)}</span>
            <span className="font-medium">{outcome(attempt)}</span>
            <span className="text-ink-soft">{t('took', { time: formatDuration(locale, attempt.milliseconds) })}</span>
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}
