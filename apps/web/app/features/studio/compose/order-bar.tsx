import { useMessages } from '@bakkum/i18n/react';
import { isBuilt, pathOf } from '@bakkum/site/pages';
import { MAX_OPEN_ORDERS } from '@bakkum/studio-options/limits';
import { Button } from '@bakkum/ui/button';
import { Checkbox } from '@bakkum/ui/checkbox';
import { Sparkles } from '@bakkum/ui/icons';
import { textLinkClass } from '@bakkum/ui/link';
import { Notice } from '@bakkum/ui/notice';
import { type ReactNode, useState } from 'react';
import { useSite } from '../../../document/use-site.ts';
import { call } from '../../../session/api.ts';
import { FailureNotice } from '../../../session/failure-notice.tsx';
import { PackOffers } from '../../../session/pack-offers.tsx';
import { PageLink } from '../../../shell/page-link.tsx';
import type { StudioState } from '../studio-state.ts';
import { studioStore } from '../studio-store.ts';
import type { Draft } from './draft.ts';
import type { Order } from './use-order.ts';
import { ORDER_BAR_ID } from './use-pending-order.ts';

type OrderBarProps = {
  readonly order: Order;
  readonly draft: Draft;
  readonly freeCredits: number;
  /** Stands beside the button on phones. */
  readonly settingsButton: ReactNode;
};

/** The order button with its price, or the reason why ordering is not possible. */
export function OrderBar({ order, draft, freeCredits, settingsButton }: OrderBarProps) {
  const t = useMessages('studio');
  const { imageServices } = useSite();
  return (
    <div id={ORDER_BAR_ID} className="scroll-mt-20">
      <GenerateButton order={order} hasPrompt={draft.prompt.trim() !== ''} settingsButton={settingsButton} />
      {order.signedIn ? undefined : (
        <p className="mt-1 text-ink-soft text-sm">
          {imageServices ? t('signInNote', { count: freeCredits }) : t('designSignIn')}
        </p>
      )}
    </div>
  );
}

/** Why the last order was refused, and what a service needs to know before an order. */
export function OrderNotices({ order, state, draft }: ConsentRowProps) {
  return (
    <>
      <OrderFailure state={state} prompt={draft.prompt} />
      <ConsentRow order={order} state={state} draft={draft} />
    </>
  );
}

type GenerateButtonProps = Pick<OrderBarProps, 'order' | 'settingsButton'> & { readonly hasPrompt: boolean };

function GenerateButton({ order, hasPrompt, settingsButton }: GenerateButtonProps) {
  const t = useMessages('studio');
  const { imageServices } = useSite();
  const { obstacle, price, isSending, current = 0 } = order;
  const free = order.free || !imageServices;
  const label = (): string => {
    if (isSending) return t('generating');
    if (obstacle === 'no-credits') return t('noCredits');
    return free ? t('generateFree') : t('generateCost', { count: price });
  };
  const reasons = {
    blank: t('whyBlank'),
    sending: t('generating'),
    'queue-full': t('whyQueueFull', { count: MAX_OPEN_ORDERS }),
    'no-credits': t('whyNoCredits'),
    'too-few': t('whyTooFew', { price, current }),
    premium: t('whyPremium'),
    language: t('whyLanguage'),
    size: t('whySize'),
    consent: t('whyConsent'),
  } as const;
  return (
    <>
      <div className="flex gap-2">
        {settingsButton}
        <Button
          variant="primary"
          size="lg"
          icon={<Sparkles aria-hidden size={18} />}
          disabled={obstacle !== undefined}
          aria-describedby="generate-note"
          onClick={order.send}
          className="min-w-0 grow tabular"
        >
          {label()}
        </Button>
      </div>
      <div id="generate-note" className="mt-1">
        <OrderNote order={order} hasPrompt={hasPrompt} text={obstacle ? reasons[obstacle] : t('keysHint')} />
      </div>
    </>
  );
}

type OrderNoteProps = { readonly order: Order; readonly hasPrompt: boolean; readonly text: string };

/** The reason why nothing can be ordered with a link to fix it, otherwise the keyboard shortcuts. */
function OrderNote({ order, hasPrompt, text }: OrderNoteProps) {
  const t = useMessages('studio');
  const { obstacle } = order;
  const payable = obstacle === 'no-credits' || obstacle === 'too-few' || obstacle === 'premium';
  const plans =
    payable && isBuilt('subscription') ? (
      <PageLink path={pathOf('subscription')} className={textLinkClass()}>
        {t('seePlans')}
      </PageLink>
    ) : undefined;
  if (obstacle === 'no-credits') {
    return (
      <Notice tone="danger">
        <p>{text}</p>
        {plans}
        <AddCredits order={order} hasPrompt={hasPrompt} />
      </Notice>
    );
  }
  if (obstacle === 'too-few') {
    return (
      <div>
        <p className="text-ink-soft text-sm">{text}</p>
        {plans}
        <AddCredits order={order} hasPrompt={hasPrompt} />
      </div>
    );
  }
  return (
    <p className="flex flex-wrap gap-x-2 text-ink-soft text-sm">
      <span className={obstacle ? undefined : 'max-sm:hidden'}>{text}</span>
      {plans}
    </p>
  );
}

/** Credit packs where the credits ran out. The order starts after the payment. */
function AddCredits({ order, hasPrompt }: Pick<OrderNoteProps, 'order' | 'hasPrompt'>) {
  const t = useMessages('packs');
  const { payments } = useSite();
  if (!payments) return undefined;
  return (
    <div className="mt-3 grid gap-2">
      <PackOffers onChoose={order.keep} />
      {hasPrompt ? <p className="text-ink-soft text-sm">{t('continues')}</p> : undefined}
    </div>
  );
}

type ConsentRowProps = Pick<OrderBarProps, 'order' | 'draft'> & { readonly state: StudioState };

/** Some services take the prompt in a URL. Nothing is sent there before the user agrees. */
function ConsentRow({ order, state, draft }: ConsentRowProps) {
  const t = useMessages('studio');
  const model = state.studio?.models.find(({ id }) => id === draft.model);
  if (!model?.needsConsent) return undefined;
  const { id, serviceName: name } = model;
  return (
    <Notice tone="warning">
      <p>{t('providerConsent', { name })}</p>
      <Checkbox
        label={t('providerConsentLabel', { name })}
        checked={order.consent === id}
        onChange={({ target }) => order.setConsent(target.checked ? id : '')}
      />
    </Notice>
  );
}

function OrderFailure({ state: { failure }, prompt }: { readonly state: StudioState; readonly prompt: string }) {
  const t = useMessages('studio');
  const [reported, setReported] = useState(false);
  if (!failure) return undefined;
  const close = (
    <Button size="sm" onClick={() => studioStore.closeFailure()}>
      {t('closeNotice')}
    </Button>
  );
  if (failure.code !== 'prompt-refused') return <FailureNotice failure={failure} action={close} />;
  const report = async (): Promise<void> => {
    const answer = await call('POST /api/images/reports', { prompt: prompt.trim(), reason: 'wrongly-refused' });
    setReported(answer.ok);
  };
  return (
    <Notice tone="danger" action={close}>
      <p className="font-semibold">{t('refusedTitle')}</p>
      <p className="mt-1 text-ink-soft text-sm">{reported ? t('reported') : t('refusedBody')}</p>
      {reported ? undefined : (
        <Button size="sm" className="mt-2" onClick={() => void report()}>
          {t('report')}
        </Button>
      )}
    </Notice>
  );
}
