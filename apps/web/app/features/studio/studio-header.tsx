import { useMessages } from '@bakkum/i18n/react';
import { Coins } from '@bakkum/ui/icons';
import { useSite } from '../../document/use-site.ts';
import type { Session } from '../../session/session.ts';

/** The title, with the credits of an account or a description for visitors. Without image services, this is the design studio, which is free. */
export function StudioHeader({ session }: { readonly session: Session }) {
  const t = useMessages('studio');
  const { imageServices } = useSite();
  const balance = session.status === 'signed-in' ? session.balance : undefined;
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:gap-x-8">
      <h1 className="min-w-0 font-bold text-xl sm:text-2xl">{t(imageServices ? 'heading' : 'designTitle')}</h1>
      {balance ? (
        <p className="flex min-h-11 items-center gap-2 rounded-md border border-line bg-surface px-4 font-semibold tabular">
          <Coins aria-hidden size={18} strokeWidth={1.75} className="text-accent" />
          <span className="sr-only">{t('creditsOf', { current: balance.current, total: balance.total })}</span>
          <span aria-hidden>{`${balance.current} / ${balance.total}`}</span>
        </p>
      ) : (
        <p className="w-full text-ink-soft max-sm:hidden">{t(imageServices ? 'lead' : 'designLead')}</p>
      )}
    </header>
  );
}
