import type { OptionValue } from '@bakkum/conversion/options';
import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { classNames } from '@bakkum/ui/class-names';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { writePlace } from '../../../options/place-in-time.ts';
import { Timeline } from './timeline.tsx';
import { optionsOfTrim, type Trim, type TrimEdge, withEdge } from './trim.ts';

type TrimBarProps = {
  readonly file: Blob;
  readonly kind: 'sound' | 'film';
  readonly trim: Trim;
  /** Length of the recording, in seconds. */
  readonly duration: number;
  readonly isDisabled: boolean;
  readonly onChange: (name: string, value: OptionValue) => void;
  /** Shows a position in the player, in seconds. */
  readonly onSeek: (seconds: number) => void;
};

/** The whole recording with two handles around the part that is converted. */
export function TrimBar({ file, kind, trim, duration, isDisabled, onChange, onSeek }: TrimBarProps): ReactNode {
  const t = useMessages('workbench');
  const track = useRef<HTMLDivElement>(null);
  const set = (edge: TrimEdge, seconds: number): void => {
    const next = withEdge(trim, edge, seconds, duration);
    for (const [name, value] of Object.entries(optionsOfTrim(next, duration))) onChange(name, value);
    onSeek(next[edge]);
  };
  const isWhole = trim.start === 0 && trim.end === duration;
  const left = `${(trim.start / duration) * 100}%`;
  const right = `${100 - (trim.end / duration) * 100}%`;
  return (
    <fieldset disabled={isDisabled} className="min-w-0">
      <legend className="sr-only">{t('trim')}</legend>
      <div className="px-3">
        <div ref={track} className="relative h-14 rounded-sm border border-line bg-surface">
          <Timeline file={file} kind={kind} seconds={duration} />
          <span aria-hidden className="absolute inset-y-0 left-0 bg-paper/80" style={{ width: left }} />
          <span aria-hidden className="absolute inset-y-0 right-0 bg-paper/80" style={{ width: right }} />
          <span aria-hidden className="absolute inset-y-0 border-accent border-y-2" style={{ left, right }} />
          {(['start', 'end'] as const).map((edge) => (
            <Handle key={edge} edge={edge} trim={trim} duration={duration} track={track} isDisabled={isDisabled} onMove={set} />
          ))}
        </div>
      </div>
      <p className="mt-2 flex min-h-9 flex-wrap items-center justify-between gap-x-4 text-sm tabular">
        <span>
          {isWhole
            ? t('trimHint')
            : t('trimKept', {
                start: writePlace(trim.start),
                end: writePlace(trim.end),
                length: writePlace(trim.end - trim.start),
              })}
        </span>
        {isWhole ? undefined : (
          <Button
            size="sm"
            variant="quiet"
            onClick={() => {
              onChange('trimStart', null);
              onChange('trimEnd', null);
            }}
          >
            {t('trimReset')}
          </Button>
        )}
      </p>
    </fieldset>
  );
}

type HandleProps = {
  readonly edge: TrimEdge;
  readonly trim: Trim;
  readonly duration: number;
  readonly track: { readonly current: HTMLDivElement | null };
  readonly isDisabled: boolean;
  readonly onMove: (edge: TrimEdge, seconds: number) => void;
};

/** Fractions of the length by which keys move a handle. */
const SMALL_STEP = 0.01;
const LARGE_STEP = 0.1;

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -SMALL_STEP,
  ArrowDown: -SMALL_STEP,
  ArrowRight: SMALL_STEP,
  ArrowUp: SMALL_STEP,
  PageDown: -LARGE_STEP,
  PageUp: LARGE_STEP,
  Home: -1,
  End: 1,
};

/** Dragged by pointer or touch; arrow keys move it by a hundredth of the length, at most a second. */
function Handle({ edge, trim, duration, track, isDisabled, onMove }: HandleProps): ReactNode {
  const t = useMessages('workbench');
  const place = trim[edge];
  const press = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined || isDisabled || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const length = Math.abs(step) === SMALL_STEP ? Math.sign(step) * Math.min(1, duration * SMALL_STEP) : step * duration;
    onMove(edge, place + length);
  };
  const drag = (event: PointerEvent<HTMLElement>): void => {
    const box = track.current?.getBoundingClientRect();
    if (box && event.currentTarget.hasPointerCapture(event.pointerId))
      onMove(edge, ((event.clientX - box.left) / box.width) * duration);
  };
  return (
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- two inputs cannot share one bar that both drag on
      role="slider"
      tabIndex={isDisabled ? -1 : 0}
      aria-label={t(edge === 'start' ? 'trimStart' : 'trimEnd')}
      aria-disabled={isDisabled}
      aria-valuemin={0}
      aria-valuemax={duration}
      aria-valuenow={place}
      aria-valuetext={writePlace(place)}
      onKeyDown={press}
      onPointerDown={(event) => {
        if (event.button === 0 && !isDisabled) event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      style={{ left: `${(place / duration) * 100}%` }}
      className={classNames(
        'absolute -inset-y-1 flex w-6 cursor-ew-resize touch-none items-center rounded-sm aria-disabled:cursor-not-allowed',
        // The grip is outside the kept part, so both handles stay reachable when they are close.
        edge === 'start' ? '-translate-x-full justify-end' : 'justify-start',
      )}
    >
      <span className="h-full w-2 rounded-full bg-accent" />
    </span>
  );
}
