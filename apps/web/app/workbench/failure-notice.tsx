import { Button } from '@bakkum/ui/button';
import { Notice } from '@bakkum/ui/notice';
import type { ReactNode } from 'react';

type FailureNoticeProps = {
  /** `name` is its accessible name, where there are several. */
  readonly action?: { readonly label: string; readonly name?: string | undefined; readonly onPress: () => void };
  readonly className: string;
  readonly children: ReactNode;
};

/** The failure and the next action: side by side, or stacked on narrow screens. */
export function FailureNotice({ action, className, children }: FailureNoticeProps): ReactNode {
  return (
    <Notice tone="danger" className={className}>
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        <p className="grow basis-56">{children}</p>
        {action ? (
          <Button size="sm" aria-label={action.name} onClick={action.onPress}>
            {action.label}
          </Button>
        ) : undefined}
      </div>
    </Notice>
  );
}
