/** Shared by the dialogs that make a version of an image in one of several ways. */
import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import type { ReactNode } from 'react';
import type { Failure } from '../../../session/api.ts';
import { FailureNotice } from '../../../session/failure-notice.tsx';
import { useSession } from '../../../session/session.ts';

/** The price of a version, and the plan that the user lacks for it. */
export type Price = { readonly credits: number; readonly needs?: 'premium' | 'annual' | undefined };

export function isFree({ credits, needs }: Price): boolean {
  return credits === 0 && needs === undefined;
}

/** Returns why the user can't order this version. @param hasFree whether another way is free */
export function useObstacle(price: Price | undefined, hasFree: boolean): string | undefined {
  const t = useMessages('studio');
  const session = useSession();
  if (!price) return undefined;
  const { needs, credits } = price;
  if (needs) return t(needs === 'annual' ? 'upscaleAnnual' : 'whyPremium');
  const current = session.status === 'signed-in' ? session.balance?.current : undefined;
  if (current === undefined || current >= credits) return undefined;
  return t(hasFree ? 'upscaleTooFewOrFree' : 'upscaleTooFew', { price: credits, current });
}

type VersionsFailureProps = { readonly failure: Failure | undefined; readonly onRetry: () => Promise<void> };

/** Why the ways to make a version could not be loaded. */
export function VersionsFailure({ failure, onRetry }: VersionsFailureProps): ReactNode {
  const t = useMessages('studio');
  const retry = (
    <Button size="sm" onClick={() => void onRetry()}>
      {t('tryAgain')}
    </Button>
  );
  return <FailureNotice failure={failure} action={retry} className="mt-4" />;
}

type Version = { readonly id: string; readonly label: string; readonly price: Price };

type VersionOptionsProps = {
  /** Name of the group, the same for all that exclude each other. */
  readonly name: string;
  readonly options: readonly Version[];
  /** Id of the chosen one. */
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
};

/** Radio buttons with prices. */
export function VersionOptions({ name, options, chosen, onChoose }: VersionOptionsProps): ReactNode {
  return options.map(({ id, label, price }) => (
    <VersionOption
      key={id}
      name={name}
      value={id}
      checked={id === chosen}
      label={label}
      price={price}
      onChoose={() => onChoose(id)}
    />
  ));
}

type VersionOptionProps = {
  readonly name: string;
  readonly value: string;
  readonly checked: boolean;
  readonly label: string;
  readonly price: Price;
  readonly onChoose: () => void;
};

function VersionOption({ name, value, checked, label, price: { credits, needs }, onChoose }: VersionOptionProps) {
  const t = useMessages('studio');
  const price = credits > 0 ? t('credits', { count: credits }) : t('designFree');
  return (
    <label className="grid min-h-12 cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 rounded-md border border-line bg-surface px-3 py-1.5 transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2">
      <input
        type="radio"
        name={name}
        value={value}
        checked={checked}
        onChange={onChoose}
        className="row-span-2 size-4 accent-accent"
      />
      <span className="font-medium tabular">{label}</span>
      <span className="text-ink-faint text-sm tabular">{needs ? `${price} · ${t(needs)}` : price}</span>
    </label>
  );
}
