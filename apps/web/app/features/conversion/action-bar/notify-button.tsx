import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { Bell } from '@bakkum/ui/icons';
import { type ReactNode, useState } from 'react';
import { canAskToNotify } from '../run/notification.ts';
import type { Run } from '../run/run-progress.ts';

/** Offers a notification for a long run, if the browser has not been asked yet. */
export function NotifyButton({ run }: { readonly run: Run }): ReactNode {
  const t = useMessages('workbench');
  const [answer, setAnswer] = useState<NotificationPermission>();
  if (answer === 'granted') return <output className="text-ink-soft text-sm">{t('notified')}</output>;
  if (answer !== undefined || !canAskToNotify() || run.isLong !== true) return undefined;
  return (
    <Button
      variant="quiet"
      icon={<Bell aria-hidden size={18} />}
      onClick={() => void Notification.requestPermission().then(setAnswer)}
    >
      <span className="max-sm:sr-only">{t('notifyMe')}</span>
    </Button>
  );
}
