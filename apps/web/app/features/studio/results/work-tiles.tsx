import type { BatchView, ImageSlot, ModelView } from '@bakkum/api-contract/images/images';
import { formatDuration } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Badge } from '@bakkum/ui/badge';
import { Button } from '@bakkum/ui/button';
import { classNames } from '@bakkum/ui/class-names';
import { ImageOff } from '@bakkum/ui/icons';
import { LiveRegion } from '@bakkum/ui/live-region';
import { Notice } from '@bakkum/ui/notice';
import { ProgressBar } from '@bakkum/ui/progress-bar';
import { useState } from 'react';
import { useClock } from '../../../state/use-clock.ts';
import { isOpen } from '../studio-state.ts';
import { studioStore } from '../studio-store.ts';
import { faultOf, faultsOf } from './batch-faults.ts';
import { expectsPreviews } from './expected-previews.ts';
import { LivePreview } from './live-preview.tsx';

type StudioWords = ReturnType<typeof useMessages<'studio'>>;

type WorkTilesProps = {
  readonly batches: readonly BatchView[];
  readonly models: readonly ModelView[];
  readonly onAgain: (batch: BatchView) => void;
};

/** Pending orders with a tile per image, and the outcome of failed ones. */
export function WorkTiles({ batches, models, onAgain }: WorkTilesProps) {
  const t = useMessages('studio');
  if (batches.length === 0) return undefined;
  return (
    <section aria-labelledby="working" className="grid grid-cols-1 gap-4">
      <h2 id="working" className="sr-only">
        {t('working')}
      </h2>
      {batches.map((batch) => (
        <Batch key={batch.id} batch={batch} models={models} onAgain={() => onAgain(batch)} />
      ))}
    </section>
  );
}

type BatchProps = Pick<WorkTilesProps, 'models'> & { readonly batch: BatchView; readonly onAgain: () => void };

function Batch({ batch, models, onAgain }: BatchProps) {
  const t = useMessages('studio');
  const { images, settings, attempts } = batch;
  const done = images.filter(({ state }) => state === 'done').length;
  const open = isOpen(batch);
  const progress = t('batchDone', { done, count: images.length });
  const large = open && expectsPreviews(batch, models);
  const [width = 1, height = 1] = settings.aspectRatio.split(':').map(Number);
  return (
    <article className="rounded-lg border border-line bg-surface p-3 sm:p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 grow basis-52">
          <p className="line-clamp-2 break-words font-medium">{titleOf(batch, t)}</p>
          <p className="mt-1 text-ink-soft text-sm tabular">
            {progress}
            {open ? <Elapsed since={batch.createdAt} /> : undefined}
          </p>
        </div>
        {open ? <CancelButton id={batch.id} /> : undefined}
      </div>
      <LiveRegion>{progress}</LiveRegion>
      <ul className="mt-3 flex gap-2 overflow-x-auto">
        {images.map((slot) => (
          <li
            key={slot.index}
            className={classNames(
              'relative shrink-0 overflow-hidden rounded-md bg-sunken',
              large ? 'h-44 min-w-28 max-w-full sm:h-56' : 'h-20 min-w-20',
            )}
            style={{ aspectRatio: width / height }}
          >
            <Tile slot={slot} batch={batch} />
          </li>
        ))}
      </ul>
      {attempts.length > 0 && !open ? (
        <p className="mt-3 text-ink-faint text-sm">
          {t('attempts', { names: [...new Set(attempts.map(({ providerName }) => providerName))].join(' → ') })}
        </p>
      ) : undefined}
      {open ? undefined : <Ended batch={batch} onAgain={onAgain} />}
    </article>
  );
}

type OwnTexts = {
  readonly title: 'upscaling' | 'extending' | 'removingBackground' | 'varying';
  readonly again: 'upscaleAgain' | 'extendAgain' | 'backgroundAgain' | 'varyAgain';
};

/** Texts of versions without instructions of their own, which are ordered again in their dialog. */
const OWN_TEXTS: Readonly<Partial<Record<NonNullable<BatchView['refinement']>['mode'], OwnTexts>>> = {
  upscale: { title: 'upscaling', again: 'upscaleAgain' },
  extend: { title: 'extending', again: 'extendAgain' },
  'remove-background': { title: 'removingBackground', again: 'backgroundAgain' },
  variation: { title: 'varying', again: 'varyAgain' },
};

function titleOf({ refinement, settings: { prompt } }: BatchView, t: StudioWords): string {
  if (!refinement) return prompt;
  const { mode, instructions } = refinement;
  const title = OWN_TEXTS[mode]?.title;
  return title ? t(title, { prompt: prompt || instructions }) : t('refining', { instructions });
}

function CancelButton({ id }: { readonly id: string }) {
  const t = useMessages('studio');
  const [busy, setBusy] = useState(false);
  return (
    <Button
      size="sm"
      disabled={busy}
      onClick={() => {
        setBusy(true);
        void studioStore.cancel(id).finally(() => setBusy(false));
      }}
    >
      {t('cancel')}
    </Button>
  );
}

/** Shows the waiting time, because the remaining time is unknown. */
function Elapsed({ since }: { readonly since: string }) {
  const t = useMessages('studio');
  const locale = useLocale();
  const now = useClock(Date.now, 1000);
  const seconds = Math.max(0, Math.round((now - Date.parse(since)) / 1000));
  return <span>{` · ${t('elapsed', { time: formatDuration(locale, seconds * 1000) })}`}</span>;
}

function Tile({ slot, batch }: { readonly slot: ImageSlot; readonly batch: BatchView }) {
  const t = useMessages('studio');
  const number = slot.index + 1;
  const { state, image } = slot;
  if (state === 'done' && image) {
    return (
      <a href={image.url} target="_blank" rel="noreferrer" className="block size-full">
        <img src={image.thumbnailUrl} alt={t('tileDone', { number })} className="size-full object-cover" />
      </a>
    );
  }
  if (state === 'failed' || state === 'cancelled') {
    return (
      <div className="grid size-full place-items-center text-ink-soft">
        <ImageOff aria-hidden size={22} />
        <span className="sr-only">{t(faultOf(slot, batch.refinement))}</span>
      </div>
    );
  }
  return <Waiting slot={slot} waiting={state === 'waiting' || batch.state === 'queued'} />;
}

/** An image that is not finished, with its newest preview. */
function Waiting({ slot, waiting }: { readonly slot: ImageSlot; readonly waiting: boolean }) {
  const t = useMessages('studio');
  const number = slot.index + 1;
  const { progress, previewUrl } = slot;
  const shown = previewUrl && !waiting ? previewUrl : undefined;
  return (
    <>
      {shown ? (
        <>
          <LivePreview url={shown} alt={t('tilePreview', { number })} />
          <Badge className="absolute top-1.5 left-1.5">{t('preview')}</Badge>
        </>
      ) : undefined}
      <div
        className={classNames(
          'absolute inset-x-0 bottom-0 grid gap-1 p-1.5 text-xs',
          shown ? 'bg-surface/90 text-ink' : 'text-ink-soft',
        )}
      >
        <span className="tabular">{stateOf(slot, waiting, t)}</span>
        {waiting ? undefined : <ProgressBar label={t('tileWaiting', { number })} fraction={progress} />}
      </div>
    </>
  );
}

function stateOf({ progress, steps }: ImageSlot, waiting: boolean, t: StudioWords): string {
  if (steps) return t('stepsDone', steps);
  return progress === undefined ? t(waiting ? 'queued' : 'drawing') : t('percentDone', { percent: Math.round(progress * 100) });
}

type Reasons = { readonly refused: boolean; readonly unchanged: boolean; readonly unvaried: boolean };

function outcomeOf({ state }: BatchView, { refused, unchanged, unvaried }: Reasons) {
  if (refused) return 'fault_refused';
  if (unchanged) return 'fault_unchanged';
  if (unvaried && state === 'failed') return 'fault_unvaried';
  return state === 'failed' ? 'batchFailed' : 'batchPartial';
}

function Ended({ batch, onAgain }: { readonly batch: BatchView; readonly onAgain: () => void }) {
  const t = useMessages('studio');
  const refused = batch.images.some(({ fault }) => fault === 'refused');
  const faults = faultsOf(batch);
  const [unchanged, unvaried] = [faults.includes('fault_unchanged'), faults.includes('fault_unvaried')];
  const own = batch.refinement && OWN_TEXTS[batch.refinement.mode];
  const again = unvaried ? undefined : own?.again;
  const { spent = 0 } = batch;
  const outcome = outcomeOf(batch, { refused, unchanged, unvaried });
  return (
    <div className="mt-4 grid gap-3">
      <Notice tone={batch.state === 'failed' && !unchanged && !unvaried ? 'danger' : 'warning'}>
        <p className="font-semibold">{t(outcome)}</p>
        {faults
          .filter((fault) => fault !== outcome)
          .map((fault) => (
            <p key={fault} className="text-ink-soft text-sm">
              {t(fault)}
            </p>
          ))}
        {unchanged ? <p className="text-ink-soft text-sm">{t('unchangedHint')}</p> : undefined}
        <p className="text-ink-soft text-sm">{spent === 0 ? t('notCharged') : t('spent', { count: spent })}</p>
        {again ? <p className="text-ink-soft text-sm">{t(again)}</p> : undefined}
      </Notice>
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="sm" onClick={() => studioStore.putAway(batch.id)}>
          {t('putAway')}
        </Button>
        {refused || unchanged || own ? undefined : (
          <Button
            size="sm"
            variant="primary"
            onClick={() => {
              studioStore.putAway(batch.id);
              onAgain();
            }}
          >
            {t('tryAgain')}
          </Button>
        )}
      </div>
    </div>
  );
}
