import type { sessionRow } from '@bakkum/api-contract/account';
import { deviceName } from '@bakkum/api-contract/device-name';
import { formatDateTime, formatShortDate } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Badge } from '@bakkum/ui/badge';
import { Button } from '@bakkum/ui/button';
import { Monitor, Smartphone } from '@bakkum/ui/icons';
import { useState } from 'react';
import type { z } from 'zod';
import { call, type Failure } from '../../../session/api.ts';
import { FailureNotice } from '../../../session/failure-notice.tsx';
import { Waiting } from '../../../session/signed-in-only.tsx';
import { readAgain, useServerData } from '../../../state/server-data.ts';
import { DoneNotice } from './done-notice.tsx';
import { Section } from './section.tsx';

const DEVICES = ['devices'];

type Device = z.infer<typeof sessionRow>;

/** Loads the sessions again, after a change that may have ended some. */
export const reloadDevices = (): Promise<void> => readAgain(DEVICES);

/** Lists the sessions of the account, with a button to end each. */
export function DevicesSection() {
  const t = useMessages('account');
  const { devices, failure, ended, end, endOthers } = useDevices();
  return (
    <Section heading={t('devicesHeading')} body={t('devicesBody')}>
      <FailureNotice failure={failure} className="mb-4" />
      {devices ? (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {devices.map((device) => (
            <DeviceRow key={device.id} device={device} onEnd={() => void end(device.id)} />
          ))}
        </ul>
      ) : (
        <Waiting />
      )}
      <div className="mt-4 flex flex-wrap items-center gap-4">
        {devices && devices.length > 1 ? <Button onClick={() => void endOthers()}>{t('signOutOthers')}</Button> : undefined}
        <DoneNotice>{ended ? t('deviceSignedOut') : undefined}</DoneNotice>
      </div>
    </Section>
  );
}

function useDevices() {
  const { body, fault, read } = useServerData({ key: DEVICES, ask: () => call('GET /api/account/sessions') });
  const [failure, setFailure] = useState<Failure>();
  const [ended, setEnded] = useState(false);
  const after = async (asking: Promise<{ readonly ok: boolean; readonly failure?: Failure }>): Promise<void> => {
    setEnded(false);
    const answer = await asking;
    setFailure(answer.failure);
    setEnded(answer.ok);
    await read();
  };
  return {
    devices: body?.sessions,
    failure: failure ?? fault,
    ended,
    end: (id: string) => after(call('DELETE /api/account/sessions/{id}', undefined, { id })),
    endOthers: () => after(call('POST /api/account/sessions/revoke-others')),
  };
}

function DeviceRow({ device, onEnd }: { readonly device: Device; readonly onEnd: () => void }) {
  const t = useMessages('account');
  const locale = useLocale();
  const known = deviceName(device.userAgent);
  const name = known ? t('deviceName', known) : t('deviceUnknown');
  const Icon = /\b(?:Mobile|iPhone|Android)\b/.test(device.userAgent) ? Smartphone : Monitor;
  const used = formatDateTime(locale, new Date(device.usedAt));
  const ends = formatShortDate(locale, new Date(device.expiresAt));
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3.5">
      <Icon aria-hidden size={22} strokeWidth={1.75} className="shrink-0 text-ink-faint" />
      <div className="min-w-40 grow basis-0">
        <p className="font-medium">{name}</p>
        <p className="text-ink-soft text-sm tabular">
          {`${t('deviceUsed', { date: used })} · ${t('deviceEnds', { date: ends })}`}
        </p>
      </div>
      {device.current ? (
        <Badge tone="accent">{t('deviceCurrent')}</Badge>
      ) : (
        <Button size="sm" aria-label={t('signOutDevice', { device: name })} onClick={onEnd}>
          {t('signOut')}
        </Button>
      )}
    </li>
  );
}
