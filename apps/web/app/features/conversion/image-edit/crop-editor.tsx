/** The crop box over the whole image, and its numbers. Loaded when cropping starts. */
import { type Area, parseArea, writeArea } from '@bakkum/conversion/area';
import type { OptionValues } from '@bakkum/conversion/options';
import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { classNames } from '@bakkum/ui/class-names';
import { CONTROL_CLASS, NativeSelect } from '@bakkum/ui/field';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useBlobSource } from '../preview/blob-source.ts';
import { fitScale, type Size } from '../preview/view-frame.ts';
import type { ShownSide } from '../preview/zoom-comparison.tsx';
import {
  HANDLES,
  type Handle,
  isWhole,
  moved,
  RATIOS,
  type Ratio,
  resized,
  type Step,
  valueOf,
  withNumber,
  withRatio,
} from './crop-box.ts';
import { editedSize, sourceArea, transformOf, turnedArea } from './edited-view.ts';
import { type Turn, turnOf } from './turn.ts';

/** What is cropped: the size of the source is known once it is loaded. */
export type Crop = {
  readonly options: OptionValues;
  readonly image: Size | undefined;
  readonly ratio: Ratio;
  readonly onChange: (changes: OptionValues) => void;
};

/** The box as it is displayed, in pixels of the turned image. */
function useBox({ options, image, ratio, onChange }: Crop) {
  if (!image) return undefined;
  const turn = turnOf(options);
  const size = editedSize({ turn }, image);
  const crop = typeof options['crop'] === 'string' ? parseArea(options['crop']) : undefined;
  return {
    turn,
    size,
    ratio: valueOf(ratio, size),
    box: turnedArea(crop ?? { x: 0, y: 0, ...image }, turn, image),
    set: (box: Area) => onChange({ crop: isWhole(box, size) ? null : writeArea(sourceArea(box, turn, image)) }),
  };
}

type CropStageProps = Crop & {
  readonly picture: ShownSide;
  readonly onSize: (size: Size) => void;
  readonly onFailure: () => void;
};

export function CropStage({ picture, onSize, onFailure, ...crop }: CropStageProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const room = useRoom(frame);
  const source = useBlobSource<HTMLImageElement>(picture.shown, picture.showing?.mediaType);
  const current = useBox(crop);
  const place = room && current ? placeIn(room, current.size) : undefined;
  return (
    <div ref={frame} className="relative h-full overflow-hidden bg-sunken">
      <div style={place} className={classNames('checkered absolute overflow-hidden', place ? undefined : 'opacity-0')}>
        <img
          ref={source}
          alt=""
          draggable={false}
          style={place && current && crop.image ? turnedStyle(current.turn, crop.image, place) : undefined}
          className="max-w-none"
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => onSize({ width: naturalWidth, height: naturalHeight })}
          onError={onFailure}
        />
      </div>
      {place && current ? (
        <CropBox box={current.box} image={current.size} place={place} ratio={current.ratio} onChange={current.set} />
      ) : undefined}
    </div>
  );
}

type Place = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** CSS pixels around the image, so that handles at its edges can be reached. */
const MARGIN = 24;
/** Small images are enlarged, so that their pixels can be chosen. */
const MAX_SCALE = 8;

function placeIn(room: Size, image: Size): Place {
  const inner = { width: Math.max(1, room.width - 2 * MARGIN), height: Math.max(1, room.height - 2 * MARGIN) };
  const fit = fitScale(inner, image);
  const scale = fit < 1 ? fit : Math.min(MAX_SCALE, inner.width / image.width, inner.height / image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  return { left: (room.width - width) / 2, top: (room.height - height) / 2, width, height };
}

function turnedStyle(turn: Turn, image: Size, place: Place) {
  return { ...image, transformOrigin: '0 0', transform: `matrix(${transformOf({ turn }, image, place).join(', ')})` };
}

function useRoom(frame: { readonly current: HTMLDivElement | null }): Size | undefined {
  const [room, setRoom] = useState<Size>();
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setRoom({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return room;
}

type CropBoxProps = {
  readonly box: Area;
  readonly image: Size;
  readonly place: Place;
  readonly ratio: number | undefined;
  readonly onChange: (box: Area) => void;
};

const ARROWS: Readonly<Record<string, Step>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Dragged by pointer or touch; arrow keys move the focused box, and with Shift its lower right corner. */
function CropBox({ box, image, place, ratio, onChange }: CropBoxProps): ReactNode {
  const t = useMessages('workbench');
  const keys = useId();
  const drag = useDrag({ box, image, place, ratio, onChange });
  const scale = place.width / image.width;
  const press = (event: KeyboardEvent): void => {
    const arrow = ARROWS[event.key];
    if (!arrow || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const length = Math.max(1, Math.round(Math.max(image.width, image.height) / 100));
    const step = { x: arrow.x * length, y: arrow.y * length };
    // With a ratio, a corner follows the larger change; a side follows its own.
    const handle = ratio === undefined ? 'se' : arrow.x === 0 ? 's' : 'e';
    onChange(event.shiftKey ? resized(box, handle, step, image, ratio) : moved(box, step, image));
  };
  return (
    <button
      type="button"
      aria-label={t('cropBox', { width: String(box.width), height: String(box.height), x: String(box.x), y: String(box.y) })}
      aria-describedby={keys}
      {...drag}
      onKeyDown={press}
      style={{
        left: place.left + box.x * scale,
        top: place.top + box.y * scale,
        width: box.width * scale,
        height: box.height * scale,
      }}
      className="absolute cursor-move touch-none shadow-[0_0_0_9999px_rgb(0_0_0/0.55)] outline-2 outline-[white] focus-visible:outline-4 focus-visible:outline-accent"
    >
      <span id={keys} className="sr-only">
        {t('cropKeys')}
      </span>
      {HANDLES.map((handle) => (
        <span
          key={handle}
          data-handle={handle}
          className={classNames(
            'absolute flex size-11 -translate-1/2 touch-none items-center justify-center',
            HANDLE_CLASS[handle],
          )}
        >
          <span className="pointer-events-none size-3 rounded-full border border-[black] bg-[white]" />
        </span>
      ))}
    </button>
  );
}

const HANDLE_CLASS: Readonly<Record<Handle, string>> = {
  nw: 'top-0 left-0 cursor-nwse-resize',
  n: 'top-0 left-1/2 cursor-ns-resize',
  ne: 'top-0 left-full cursor-nesw-resize',
  e: 'top-1/2 left-full cursor-ew-resize',
  se: 'top-full left-full cursor-nwse-resize',
  s: 'top-full left-1/2 cursor-ns-resize',
  sw: 'top-full left-0 cursor-nesw-resize',
  w: 'top-1/2 left-0 cursor-ew-resize',
};

/** Steps are measured from where the drag started, so that rounding does not add up. */
function useDrag({ box, image, place, ratio, onChange }: CropBoxProps) {
  const start = useRef<{ readonly box: Area; readonly handle: Handle | undefined; readonly x: number; readonly y: number }>(
    undefined,
  );
  const end = (): void => {
    start.current = undefined;
  };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      const name = event.target instanceof HTMLElement ? event.target.dataset['handle'] : undefined;
      start.current = { box, handle: HANDLES.find((each) => each === name), x: event.clientX, y: event.clientY };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      if (!start.current) return;
      const { box: from, handle, x, y } = start.current;
      const scale = image.width / place.width;
      const step = { x: (clientX - x) * scale, y: (clientY - y) * scale };
      onChange(handle ? resized(from, handle, step, image, ratio) : moved(from, step, image));
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

type CropPanelProps = Crop & { readonly onRatio: (ratio: Ratio) => void; readonly onDone: () => void };

const NUMBERS = ['x', 'y', 'width', 'height'] as const;

/** The ratio, the numbers of the box, and the ends of cropping. */
export function CropPanel({ onRatio, onDone, ...crop }: CropPanelProps): ReactNode {
  const t = useMessages('workbench');
  const current = useBox(crop);
  if (!current || !crop.image) return undefined;
  const { box, size, ratio, set } = current;
  const choose = (next: Ratio): void => {
    const value = valueOf(next, size);
    onRatio(next);
    if (value !== undefined) set(withRatio(box, value, size));
  };
  return (
    <fieldset className="min-w-0 space-y-3">
      <legend className="sr-only">{t('crop')}</legend>
      <NativeSelect
        label={t('cropRatio')}
        value={crop.ratio}
        onChange={({ target }) => choose(RATIOS.find((each) => each === target.value) ?? 'free')}
      >
        {RATIOS.map((each) => (
          <option key={each} value={each}>
            {t.lookup(`ratio_${each}`) ?? each}
          </option>
        ))}
      </NativeSelect>
      <div className="grid grid-cols-4 gap-2">
        {NUMBERS.map((name) => (
          <BoxNumber
            key={name}
            name={name}
            box={box}
            image={size}
            onChange={(value) => set(withNumber(box, name, value, size, ratio))}
          />
        ))}
      </div>
      <div className="flex justify-end gap-2">
        <Button
          onClick={() => {
            onRatio('free');
            crop.onChange({ crop: null });
          }}
        >
          {t('cropReset')}
        </Button>
        <Button onClick={onDone}>{t('cropDone')}</Button>
      </div>
    </fieldset>
  );
}

type BoxNumberProps = {
  readonly name: keyof Area;
  readonly box: Area;
  readonly image: Size;
  readonly onChange: (value: number) => void;
};

/** Keeps what is typed until the field is left. */
function BoxNumber({ name, box, image, onChange }: BoxNumberProps): ReactNode {
  const t = useMessages('workbench');
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const max = { x: image.width - box.width, y: image.height - box.height, width: image.width, height: image.height }[name];
  const min = name === 'x' || name === 'y' ? 0 : 1;
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium text-sm">
        {t(`crop_${name}`)}
      </label>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        value={typed ?? String(box[name])}
        className={classNames(CONTROL_CLASS, '[appearance:textfield] tabular [&::-webkit-inner-spin-button]:hidden')}
        onBlur={() => setTyped(undefined)}
        onChange={({ target }) => {
          setTyped(target.value);
          const value = Number(target.value);
          if (Number.isInteger(value) && target.value !== '' && value >= min && value <= max) onChange(value);
        }}
      />
    </div>
  );
}
