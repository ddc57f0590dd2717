import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { NativeSelect } from '@bakkum/ui/field';
import { Notice } from '@bakkum/ui/notice';
import { type FormEvent, type ReactNode, useState } from 'react';
import { call } from '../../../session/api.ts';
import { sharedFaultOf } from './shared-fault.ts';

const REASONS = ['harmful', 'sexual', 'hateful', 'real-person', 'other'] as const;
type Stage = 'closed' | 'open' | 'sending' | 'reported';

/** Reports a shared image to the operator, without an account. */
export function ReportForm({ shareId }: { readonly shareId: string }): ReactNode {
  const t = useMessages('imageShare');
  const [stage, setStage] = useState<Stage>('closed');
  const [reason, setReason] = useState<(typeof REASONS)[number]>('harmful');
  const [fault, setFault] = useState<ReturnType<typeof sharedFaultOf>>();
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setStage('sending');
    const answer = await call('POST /api/images/shared/{id}/reports', { reason }, { id: shareId });
    setFault(answer.ok ? undefined : sharedFaultOf(answer.failure));
    setStage(answer.ok ? 'reported' : 'open');
  };
  if (stage === 'reported') return <output>{t('reported')}</output>;
  if (stage === 'closed') {
    return (
      <Button size="sm" variant="quiet" className="-ml-3 justify-self-start" onClick={() => setStage('open')}>
        {t('report')}
      </Button>
    );
  }
  return (
    <form onSubmit={(event) => void send(event)} className="grid gap-3 rounded-lg border border-line bg-surface p-4">
      <NativeSelect
        label={t('reason')}
        value={reason}
        onChange={({ target }) => setReason(REASONS.find((one) => one === target.value) ?? 'other')}
      >
        {REASONS.map((one) => (
          <option key={one} value={one}>
            {t(`reason_${one}`)}
          </option>
        ))}
      </NativeSelect>
      {fault ? <Notice tone="danger">{t(fault)}</Notice> : undefined}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" variant="danger" disabled={stage === 'sending'}>
          {t('sendReport')}
        </Button>
        <Button size="sm" variant="quiet" onClick={() => setStage('closed')}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}
