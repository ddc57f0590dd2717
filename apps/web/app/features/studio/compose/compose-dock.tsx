import { useMessages } from '@bakkum/i18n/react';
import { resolutionById } from '@bakkum/studio-options/resolutions';
import { Button } from '@bakkum/ui/button';
import { classNames } from '@bakkum/ui/class-names';
import { SlidersHorizontal } from '@bakkum/ui/icons';
import { type ReactNode, useId, useState } from 'react';
import type { Draft } from './draft.ts';

type ComposeDockProps = {
  readonly draft: Draft;
  /** Beside the images where there is room; on phones, above the prompt once the user opens them. */
  readonly settings: ReactNode;
  readonly notices: ReactNode;
  readonly prompt: ReactNode;
  /** @param settingsButton opens the settings on phones */
  readonly orderBar: (settingsButton: ReactNode) => ReactNode;
};

/** The prompt with the order button, always in view below the images, and the rail of settings. Both are items of the grid of the page. */
export function ComposeDock({ draft, settings, notices, prompt, orderBar }: ComposeDockProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="-mx-5 border-line border-t bg-paper px-5 max-lg:sticky max-lg:bottom-0 max-lg:z-20 lg:contents">
      <div
        id={id}
        className={classNames(
          '@container grid content-start gap-8 lg:sticky lg:top-20 lg:col-start-2 lg:row-start-1 lg:max-h-[calc(100dvh-6rem)] lg:self-start lg:overflow-y-auto lg:px-1 lg:pb-6',
          isOpen ? 'max-lg:max-h-[50dvh] max-lg:overflow-y-auto max-lg:py-4' : 'max-lg:hidden',
        )}
      >
        {settings}
      </div>
      <div className="grid grid-cols-1 gap-2 pt-2 pb-3 max-lg:border-line max-lg:[&:not(:first-child)]:border-t-0 lg:sticky lg:bottom-0 lg:z-20 lg:col-start-1 lg:row-start-1 lg:self-end lg:border-line lg:border-t lg:bg-paper lg:pb-4">
        {notices}
        <div className="grid grid-cols-1 gap-x-4 gap-y-2 md:grid-cols-[minmax(0,1fr)_16rem] md:items-end">
          {prompt}
          {orderBar(<SettingsButton draft={draft} controls={id} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />)}
        </div>
      </div>
    </div>
  );
}

type SettingsButtonProps = {
  readonly draft: Draft;
  readonly controls: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
};

/** Names the size, the most important setting. */
function SettingsButton({ draft, controls, isOpen, onToggle }: SettingsButtonProps) {
  const t = useMessages('studio');
  const { width, height } = resolutionById(draft.resolution);
  return (
    <Button
      size="lg"
      icon={<SlidersHorizontal aria-hidden size={18} />}
      aria-expanded={isOpen}
      aria-controls={controls}
      aria-label={`${t('settings')} · ${draft.aspectRatio} · ${width} × ${height}`}
      onClick={onToggle}
      className="shrink-0 tabular lg:hidden"
    >
      {draft.aspectRatio}
    </Button>
  );
}
