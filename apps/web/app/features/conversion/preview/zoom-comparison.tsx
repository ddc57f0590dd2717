import { useMessages } from '@bakkum/i18n/react';
import { classNames } from '@bakkum/ui/class-names';
import { ChevronsLeftRight } from '@bakkum/ui/icons';
import { type CSSProperties, type PointerEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { type Edit, editedSize, editKey, isEdited, transformOf } from '../image-edit/edited-view.ts';
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
  /** Shows `before` with this edit, which `after` already has. */
  readonly edit?: Edit | undefined;
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
export function ZoomComparison({ before, after, edit, onSizes, onFailure, className }: ZoomComparisonProps): ReactNode {
  const t = useMessages('workbench');
  const [percent, setPercent] = useState(50);
  const [view, setView] = useState<View>(WHOLE);
  const frame = useRef<HTMLDivElement>(null);
  const { image, learn } = useImageSize(after !== undefined, edit, onSizes);
  const size = useFrame(frame, image, view, setView);
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
            edit={undefined}
            clip={`inset(0 0 0 ${percent}%)`}
            onSize={(learnt) => learn('after', learnt)}
            onFailure={onFailure}
          />
        ) : undefined}
        <Layer
          picture={before}
          label={t('before')}
          place={place}
          edit={edit && isEdited(edit) ? edit : undefined}
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

/** Returns the size of what is shown: of the result once it is loaded, otherwise of the edited source. */
function useImageSize(hasAfter: boolean, edit: Edit | undefined, onSizes: ZoomComparisonProps['onSizes']) {
  const [sizes, setSizes] = useState<Sizes>({});
  const [editOfAfter, setEditOfAfter] = useState<string>();
  const key = edit && editKey(edit);
  const edited = edit && sizes.before ? editedSize(edit, sizes.before) : sizes.before;
  // The size of an earlier result applies until the next one is loaded, unless it was edited differently.
  const image = (hasAfter && editOfAfter === key ? sizes.after : undefined) ?? edited;
  const learn = (side: keyof Sizes, learnt: Size): void => {
    const next = { ...sizes, [side]: learnt };
    setSizes(next);
    if (side === 'after') setEditOfAfter(key);
    onSizes?.(next);
  };
  return { image, learn };
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
  readonly edit: Edit | undefined;
  readonly clip: string;
  readonly onSize: (size: Size) => void;
  readonly onFailure: (format: string) => void;
};

function Layer({ picture, label, place, edit, clip, onSize, onFailure }: LayerProps): ReactNode {
  const source = useBlobSource<HTMLImageElement>(picture.shown, picture.showing?.mediaType);
  const [natural, setNatural] = useState<Size>();
  return (
    <div className="absolute inset-0" style={{ clipPath: clip }}>
      <div style={place} className="checkered overflow-hidden">
        <img
          ref={source}
          alt={`${label}: ${picture.format}`}
          draggable={false}
          style={place && edit && natural ? editedStyle(edit, natural, place) : WHOLE_IMAGE}
          className={classNames('max-w-none object-contain', place ? undefined : 'opacity-0')}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            setNatural({ width: naturalWidth, height: naturalHeight });
            onSize({ width: naturalWidth, height: naturalHeight });
          }}
          onError={() => onFailure(picture.format)}
        />
      </div>
    </div>
  );
}

const WHOLE_IMAGE: CSSProperties = { width: '100%', height: '100%' };

function editedStyle(edit: Edit, natural: Size, place: Place): CSSProperties {
  return { ...natural, transformOrigin: '0 0', transform: `matrix(${transformOf(edit, natural, place).join(', ')})` };
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
