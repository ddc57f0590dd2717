import type { PersonView } from '@bakkum/api-contract/account';
import type { BalanceView } from '@bakkum/api-contract/billing/credits';
import { displayName } from '@bakkum/api-contract/display-name';
import { numberFormat } from '@bakkum/i18n/intl';
import { localePath } from '@bakkum/i18n/locale';
import { PLAN_WORDS } from '@bakkum/i18n/plan-words';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { type PageId, pathOf } from '@bakkum/site/pages';
import { Badge } from '@bakkum/ui/badge';
import { Coins, type IconComponent, LogOut, Mail, UserRound } from '@bakkum/ui/icons';
import { ProgressBar } from '@bakkum/ui/progress-bar';
import { type RefObject, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSite } from '../../document/use-site.ts';
import { call } from '../../session/api.ts';
import { creditLevel } from '../../session/credit-level.ts';
import { loadBalance, setSignedOut, useSession } from '../../session/session.ts';
import { PageLink } from '../../shell/page-link.tsx';

const PANEL = 'user-menu';
const ITEM_CLASS =
  'flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-sm px-3 text-ink no-underline transition-colors hover:bg-sunken';

/** The menu of a signed-in user: name, address, plan, credits and sign-out. */
export function UserMenu() {
  const t = useMessages('shell');
  const session = useSession();
  const panel = useRef<HTMLDivElement>(null);
  if (session.status !== 'signed-in') return <span className="size-11" />;
  const { person, balance } = session;
  return (
    <>
      <button
        type="button"
        popoverTarget={PANEL}
        title={t('userMenu')}
        className="flex size-11 shrink-0 cursor-pointer items-center justify-center rounded-full"
      >
        <span className="sr-only">{t('userMenu')}</span>
        <span
          aria-hidden
          className="flex size-9 items-center justify-center rounded-full border border-accent-line bg-accent-soft font-semibold text-accent-strong text-sm"
        >
          {initialsOf(person)}
        </span>
      </button>
      <div
        ref={panel}
        id={PANEL}
        popover="auto"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <dialog> is for what keeps the focus inside
        role="dialog"
        aria-label={t('userMenu')}
        onToggle={(event) => {
          if (event.newState === 'open') void loadBalance();
        }}
        className="fixed inset-auto top-17 right-[max(20px,calc((100vw-var(--container-work))/2))] w-72 rounded-lg border border-line bg-surface p-2 text-ink shadow-raised"
      >
        <Who person={person} balance={balance} />
        <Actions panel={panel} />
      </div>
    </>
  );
}

function Who({ person, balance }: { readonly person: PersonView; readonly balance: BalanceView | undefined }) {
  const t = useMessages('shell');
  const locale = useLocale();
  return (
    <div className="border-line border-b px-3 pt-2 pb-4">
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 break-words font-semibold">{displayName(person)}</p>
        {balance ? <Badge tone="accent">{t(PLAN_WORDS[balance.plan])}</Badge> : undefined}
      </div>
      <p className="break-all text-ink-soft text-sm">{person.email}</p>
      <div className="mt-3 min-h-9 text-sm">
        {balance ? (
          <>
            <p className="flex justify-between gap-3 tabular">
              <span className="text-ink-soft">{t('credits')}</span>
              <span className="font-semibold">
                {t('creditsOf', {
                  current: numberFormat(locale).format(balance.current),
                  total: numberFormat(locale).format(balance.total),
                })}
              </span>
            </p>
            <ProgressBar
              label={t('credits')}
              fraction={creditLevel(balance).fraction}
              tone={creditLevel(balance).tone}
              className="mt-1.5"
            />
          </>
        ) : undefined}
      </div>
    </div>
  );
}

function Actions({ panel }: { readonly panel: RefObject<HTMLDivElement | null> }) {
  const t = useMessages('shell');
  const { demo } = useSite();
  const navigate = useNavigate();
  const home = localePath(useLocale(), '/');
  const [busy, setBusy] = useState(false);
  const close = (): void => panel.current?.hidePopover();
  const leave = async (): Promise<void> => {
    setBusy(true);
    const { ok } = await call('POST /api/account/sign-out');
    setBusy(false);
    if (!ok) return;
    close();
    // Navigates first: a members-only page would ask to sign in.
    await navigate(home);
    setSignedOut();
  };
  return (
    <ul className="pt-2">
      <Item page="account" icon={UserRound} label={t('account')} onFollow={close} />
      <Item page="credits" icon={Coins} label={t('statement')} onFollow={close} />
      {demo ? <Item page="mailbox" icon={Mail} label={t('mailbox')} onFollow={close} /> : undefined}
      <li>
        <button type="button" disabled={busy} onClick={() => void leave()} className={ITEM_CLASS}>
          <LogOut aria-hidden size={18} strokeWidth={1.75} className="text-ink-faint" />
          {t('signOut')}
        </button>
      </li>
    </ul>
  );
}

type ItemProps = { readonly page: PageId; readonly icon: IconComponent; readonly label: string; readonly onFollow: () => void };

function Item({ page, icon: Icon, label, onFollow }: ItemProps) {
  return (
    <li>
      <PageLink path={pathOf(page)} onClick={onFollow} className={ITEM_CLASS}>
        <Icon aria-hidden size={18} strokeWidth={1.75} className="text-ink-faint" />
        {label}
      </PageLink>
    </li>
  );
}

/** Korean accounts get the first letter of the family name, others two. Accounts without a name get that of their address. */
function initialsOf({ firstName, lastName, locale, email }: PersonView): string {
  const [first = '', last = ''] = [[...firstName][0], [...lastName][0]];
  return ((locale === 'ko' ? last : first + last) || email.slice(0, 1)).toUpperCase();
}
