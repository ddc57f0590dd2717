import type { ReactNode } from 'react';
import type { Tone } from './badge.tsx';
import { classNames } from './class-names.tsx';
import { CircleAlert, CircleCheck, type IconComponent, Info, TriangleAlert } from './icons.tsx';

type NoticeTone = Exclude<Tone, 'neutral' | 'accent'>;

const LOOKS: Readonly<Record<NoticeTone, { readonly icon: IconComponent; readonly className: string }>> = {
  info: { icon: Info, className: 'bg-info-soft text-info' },
  success: { icon: CircleCheck, className: 'bg-success-soft text-success' },
  warning: { icon: TriangleAlert, className: 'bg-warning-soft text-warning' },
  danger: { icon: CircleAlert, className: 'bg-danger-soft text-danger' },
};

type NoticeProps = {
  readonly tone: NoticeTone;
  readonly action?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
};

/** An inline message: what happened and what to do. An error interrupts assistive technology; other messages wait. */
export function Notice({ tone, action, className, children }: NoticeProps): ReactNode {
  const { icon: Icon, className: look } = LOOKS[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={classNames('flex items-start gap-3 rounded-md px-4 py-3', look, className)}
    >
      <Icon aria-hidden size={20} className="mt-0.5 shrink-0" />
      <div className="grow text-ink">{children}</div>
      {action}
    </div>
  );
}
