import type { ReactNode } from 'react';
import type { Tone } from './badge.tsx';
import { classNames } from './class-names.tsx';

const FILLS: Readonly<Record<Exclude<Tone, 'neutral'>, string>> = {
  accent: 'bg-accent',
  info: 'bg-info',
  success: 'bg-success',
  warning: 'bg-warning',
  danger: 'bg-danger',
};

type ProgressBarProps = {
  /** Accessible name of the operation. */
  readonly label: string;
  /** Completed share, 0 to 1; absent while it is unknown. */
  readonly fraction?: number | undefined;
  readonly tone?: keyof typeof FILLS;
  readonly className?: string;
};

/** Shows progress. Without a known fraction it only shows that work is in progress. */
export function ProgressBar({ label, fraction, tone = 'info', className }: ProgressBarProps): ReactNode {
  const measured = fraction === undefined ? undefined : Math.min(1, Math.max(0, fraction));
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- browsers render <progress> differently
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(measured !== undefined && { 'aria-valuenow': Math.round(measured * 100) })}
      className={classNames('h-1.5 overflow-hidden rounded-full bg-line', className)}
    >
      <div
        className={classNames(
          'h-full origin-left rounded-full transition-transform',
          FILLS[tone],
          measured === undefined && 'w-1/3 animate-[progress-wait_1.4s_ease-in-out_infinite]',
        )}
        {...(measured !== undefined && { style: { transform: `scaleX(${measured})` } })}
      />
    </div>
  );
}
