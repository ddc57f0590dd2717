import { useMessages } from '@bakkum/i18n/react';
import { classNames } from '@bakkum/ui/class-names';
import { ChevronsLeftRight } from '@bakkum/ui/icons';
import { type PointerEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { useBlobSource } from './blob-source.ts';
import type { Side } from './showing.ts';
import { useFrame } from './use-frame.ts';
import { panned, type Size, scaleOf, type View, WHOLE } from './view-frame.ts';
import { ZoomButtons } from './zoom-buttons.tsx';

/** `shown` is what can be displayed of a side: the file itself or an image of it. */
export type ShownSide = Side & { readonly shown: Blob };

type ZoomComparisonProps = {
  readonly before: ShownSide;
  /** Without it, only `before` is shown. */
  readonly after: ShownSide | undefined;
  readonly onSizes?: (sizes: Sizes) => void;
  /** Called with the format of an image that the browser does not display. */
  readonly onFailure: (format: string) => void;
  readonly className: string;
};

export type Sizes = { readonly before?: Size; readonly after?: Size };

/**
 * One or two images on top of each other, with a divider, zoom and panning. Dragging moves the divider while the whole image is
 * visible, and the image otherwise; the divider's handle always moves the divider.
 */
export function ZoomComparison({ before, after, onSizes, onFailure, className }: ZoomComparisonProps): ReactNode {
  const t = useMessages('workbench');
  const [percent, setPercent] = useState(50);
  const [sizes, setSizes] = useState<Sizes>({});
  const [view, setView] = useState<View>(WHOLE);
  const frame = useRef<HTMLDivElement>(null);
  const image = (after && sizes.after) ?? sizes.before;
  const size = useFrame(frame, image, view, setView);
  const learn = (side: keyof Sizes, learnt: Size): void => {
    const next = { ...sizes, [side]: learnt };
    setSizes(next);
    onSizes?.(next);
  };
  const drag = useDrag({ frame, image, size, view, setView, setPercent: after ? setPercent : undefined });
  const place = size && image ? placeOf(view, size, image) : undefined;
  return (
    <div className={classNames('group/zoom relative overflow-hidden', className)}>
      {after ? <DividerInput percent={percent} onChange={setPercent} /> : undefined}
      <div
        ref={frame}
        {...drag}
        className={classNames(
          'absolute inset-0 select-none bg-sunken',
          view.scale === undefined ? 'touch-pan-y' : 'cursor-grab touch-none active:cursor-grabbing',
        )}
      >
        {after ? (
          <Layer
            picture={after}
            label={t('after')}
            place={place}
            clip={`inset(0 0 0 ${percent}%)`}
            onSize={(learnt) => learn('after', learnt)}
            onFailure={onFailure}
          />
        ) : undefined}
        <Layer
          picture={before}
          label={t('before')}
          place={place}
          clip={after ? `inset(0 ${100 - percent}% 0 0)` : 'none'}
          onSize={(learnt) => learn('before', learnt)}
          onFailure={onFailure}
        />
        {after ? <Divider percent={percent} /> : undefined}
      </div>
      {size && image ? (
        <ZoomButtons frame={size} image={image} view={view} onView={setView} className="absolute right-3 bottom-3" />
      ) : undefined}
    </div>
  );
}

type Place = { readonly width: number; readonly height: number; readonly transform: string };

function placeOf(view: View, frame: Size, image: Size): Place {
  const scale = scaleOf(view, frame, image);
  const [width, height] = [image.width * scale, image.height * scale];
  const [left, top] = [(frame.width - width) / 2 + view.x, (frame.height - height) / 2 + view.y];
  return { width, height, transform: `translate(${left}px, ${top}px)` };
}

type DragOptions = {
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly image: Size | undefined;
  readonly size: Size | undefined;
  readonly view: View;
  readonly setView: (view: View) => void;
  readonly setPercent: ((percent: number) => void) | undefined;
};

function useDrag({ frame, image, size, view, setView, setPercent }: DragOptions) {
  const dragged = useRef<{ readonly what: 'divider' | 'image'; x: number; y: number }>(undefined);
  const move = ({ clientX, clientY }: PointerEvent): void => {
    const current = dragged.current;
    if (!current) return;
    if (current.what === 'image' && size && image)
      setView(panned(view, size, image, { x: clientX - current.x, y: clientY - current.y }));
    if (current.what === 'divider') setPercent?.(percentAt(frame.current, clientX));
    dragged.current = { ...current, x: clientX, y: clientY };
  };
  const end = (): void => {
    dragged.current = undefined;
  };
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return;
      const isHandle = event.target instanceof Element && event.target.closest('[data-divider]') !== null;
      dragged.current = { what: isHandle || view.scale === undefined ? 'divider' : 'image', x: event.clientX, y: event.clientY };
      event.currentTarget.setPointerCapture(event.pointerId);
      move(event);
    },
    onPointerMove: move,
    onPointerUp: end,
    onPointerCancel: end,
  };
}

function percentAt(frame: Element | null, clientX: number): number {
  const box = frame?.getBoundingClientRect();
  return box ? Math.round(Math.min(1, Math.max(0, (clientX - box.left) / box.width)) * 100) : 50;
}

type LayerProps = {
  readonly picture: ShownSide;
  readonly label: string;
  readonly place: Place | undefined;
  readonly clip: string;
  readonly onSize: (size: Size) => void;
  readonly onFailure: (format: string) => void;
};

function Layer({ picture, label, place, clip, onSize, onFailure }: LayerProps): ReactNode {
  const source = useBlobSource<HTMLImageElement>(picture.shown, picture.showing?.mediaType);
  return (
    <div className="absolute inset-0" style={{ clipPath: clip }}>
      <img
        ref={source}
        alt={`${label}: ${picture.format}`}
        draggable={false}
        style={place}
        className={classNames('checkered max-w-none object-contain', place ? undefined : 'opacity-0')}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => onSize({ width: naturalWidth, height: naturalHeight })}
        onError={() => onFailure(picture.format)}
      />
    </div>
  );
}

type DividerInputProps = { readonly percent: number; readonly onChange: (percent: number) => void };

/** For the arrow keys and screen readers; the pointer drags the image. */
function DividerInput({ percent, onChange }: DividerInputProps): ReactNode {
  const t = useMessages('conversion');
  return (
    <input
      type="range"
      min={0}
      max={100}
      value={percent}
      aria-label={t('divider')}
      aria-valuetext={t('dividerAt', { percent })}
      onChange={(event) => onChange(Number(event.target.value))}
      className="peer sr-only"
    />
  );
}

function Divider({ percent }: { readonly percent: number }): ReactNode {
  return (
    <div
      aria-hidden
      data-divider
      className="absolute inset-y-0 flex w-11 -translate-x-1/2 cursor-ew-resize touch-none items-center justify-center"
      style={{ left: `${percent}%` }}
    >
      <span className="absolute inset-y-0 w-0.5 bg-surface outline outline-line-strong/60" />
      <span className="relative flex size-9 items-center justify-center rounded-full border border-line bg-surface text-accent shadow-raised group-has-[input:focus-visible]/zoom:outline-2 group-has-[input:focus-visible]/zoom:outline-accent group-has-[input:focus-visible]/zoom:outline-offset-2">
        <ChevronsLeftRight size={18} />
      </span>
    </div>
  );
}
