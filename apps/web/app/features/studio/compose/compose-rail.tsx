import { useMessages } from '@bakkum/i18n/react';
import { resolutionById } from '@bakkum/studio-options/resolutions';
import { classNames } from '@bakkum/ui/class-names';
import { ChevronDown } from '@bakkum/ui/icons';
import { type ReactNode, useId, useState } from 'react';
import type { Draft } from './draft.ts';

type ComposeRailProps = {
  /** Stays in view below the settings, which scroll on their own. */
  readonly orderBar: ReactNode;
  readonly children: ReactNode;
};

/** Prompt, settings and the order button: beside the images where there is room, above them on phones. */
export function ComposeRail({ orderBar, children }: ComposeRailProps): ReactNode {
  return (
    <div className="@container flex min-w-0 flex-col gap-4 lg:sticky lg:top-20 lg:max-h-[calc(100dvh-12rem)] lg:min-h-88 lg:self-start">
      <div className="-mx-1 grid min-h-0 grid-cols-1 content-start gap-4 px-1 lg:gap-6 lg:overflow-y-auto lg:pb-4">
        {children}
      </div>
      <div className="shrink-0 lg:border-line lg:border-t lg:pt-4">{orderBar}</div>
    </div>
  );
}

type FoldedSettingsProps = { readonly draft: Draft; readonly children: ReactNode };

/** The settings; on phones they are folded, and the button names the most important ones. */
export function FoldedSettings({ draft, children }: FoldedSettingsProps): ReactNode {
  const t = useMessages('studio');
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { width, height } = resolutionById(draft.resolution);
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 w-full cursor-pointer items-center gap-2 rounded-md border border-line bg-surface px-4 font-medium lg:hidden"
      >
        {t('settings')}
        <span className="ml-auto text-ink-soft text-sm tabular">{`${draft.aspectRatio} · ${width} × ${height}`}</span>
        <ChevronDown aria-hidden size={18} className={classNames('transition-transform', isOpen && 'rotate-180')} />
      </button>
      <div id={id} className={classNames('grid grid-cols-1 gap-8', isOpen ? 'max-lg:mt-4' : 'max-lg:hidden')}>
        {children}
      </div>
    </div>
  );
}
