import type { Area } from '@bakkum/conversion/area';
import type { Addition } from '@bakkum/conversion/pages/page-additions';
import { useMessages } from '@bakkum/i18n/react';
import { familyOf, loadTextFaces } from '@bakkum/registry/browser/text-faces.browser';
import { classNames } from '@bakkum/ui/class-names';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { moved, resized } from '../image-edit/crop-box.ts';
import { ARROWS, STEP } from '../page-areas/area-box.tsx';
import type { Size } from '../preview/view-frame.ts';
import { fitted } from './placed-additions.ts';

type AdditionBoxProps = {
  readonly addition: Addition;
  /** Size of the page in points. */
  readonly page: Size;
  readonly isSelected: boolean;
  readonly isDisabled: boolean;
  readonly onSelect: () => void;
  readonly onChange: (addition: Addition) => void;
  readonly onRemove: () => void;
  /** `undefined` if there is nothing to undo. */
  readonly onUndo: (() => void) | undefined;
};

/** Dragged by pointer or touch; arrow keys move the focused item, and with Shift they resize it. */
export function AdditionBox(props: AdditionBoxProps): ReactNode {
  const { addition, page, isSelected, isDisabled, onSelect, onChange } = props;
  const t = useMessages('workbench');
  const box = useRef<HTMLButtonElement>(null);
  const { shown, ...drag } = useAdditionDrag(addition, page, onChange);
  useEffect(() => {
    if (isSelected) box.current?.focus({ preventScroll: true });
  }, [isSelected]);
  return (
    <button
      ref={box}
      type="button"
      aria-label={t('additionBox', { kind: nameOf(addition, t), x: String(addition.x), y: String(addition.y) })}
      aria-pressed={isSelected}
      disabled={isDisabled}
      style={{
        left: `${(shown.x / page.width) * 100}%`,
        top: `${(shown.y / page.height) * 100}%`,
        ...(shown.type !== 'text' && { width: `${(shown.width / page.width) * 100}%` }),
      }}
      className={classNames(
        'absolute cursor-move touch-none select-none p-0 text-left outline-2 outline-offset-2 focus-visible:outline-4',
        isSelected ? 'outline-accent' : 'outline-transparent hover:outline-line-strong',
      )}
      onFocus={onSelect}
      onKeyDown={(event) => press(event, props)}
      {...drag}
    >
      <Look addition={shown} page={page} />
      {isSelected ? (
        <span
          data-corner
          className="absolute -right-3.5 -bottom-3.5 grid size-6 cursor-nwse-resize place-items-center before:size-4 before:rounded-full before:border-2 before:border-accent before:bg-[white]"
        />
      ) : undefined}
    </button>
  );
}

function press(event: KeyboardEvent<HTMLElement>, { addition, page, onChange, onRemove, onUndo }: AdditionBoxProps): void {
  const arrow = ARROWS[event.key];
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
  if (isUndo && onUndo) onUndo();
  else if (event.altKey || event.ctrlKey || event.metaKey) return;
  else if (event.key === 'Delete' || event.key === 'Backspace') onRemove();
  else if (arrow) {
    const area = areaOf(event.currentTarget, addition, page);
    const step = { x: arrow.x * STEP, y: arrow.y * STEP };
    const to = event.shiftKey ? resized(area, 'se', growth(step), page, area.width / area.height) : moved(area, step, page);
    onChange(fitted(addition, area, to));
  } else return;
  event.preventDefault();
}

/** Any arrow key changes both sides, because the proportions are kept. */
const growth = ({ x, y }: { readonly x: number; readonly y: number }) => ({ x: x + y, y: x + y });

function nameOf(addition: Addition, t: ReturnType<typeof useMessages<'workbench'>>): string {
  return addition.type === 'text' ? addition.text.replaceAll('\n', ' ') : t(`addition_${addition.type}`);
}

/** What the file will show, in sizes relative to the page. */
function Look({ addition, page }: { readonly addition: Addition; readonly page: Size }): ReactNode {
  const [font, text] = addition.type === 'text' ? [addition.font, addition.text] : [undefined, ''];
  useEffect(() => {
    if (font) loadTextFaces(font, text);
  }, [font, text]);
  switch (addition.type) {
    case 'text':
      return (
        <span
          style={{
            fontFamily: familyOf(addition.font),
            fontSize: `${(addition.size / page.width) * 100}cqw`,
            color: addition.colour,
            fontWeight: addition.bold ? 700 : 400,
            fontStyle: addition.italic ? 'italic' : 'normal',
          }}
          // The engine draws lines at the same distance.
          className="block whitespace-pre leading-[1.25]"
        >
          {addition.text}
        </span>
      );
    case 'image':
      return (
        <img
          src={addition.image}
          alt=""
          draggable={false}
          style={addition.height === undefined ? undefined : { aspectRatio: addition.width / addition.height }}
          className={classNames('pointer-events-none block w-full', addition.height !== undefined && 'object-fill')}
        />
      );
    case 'drawing':
      return <DrawnLines {...addition} />;
  }
}

type DrawnLinesProps = {
  readonly path: string;
  readonly box: readonly [number, number];
  readonly stroke: number;
  readonly colour: string;
};

export function DrawnLines({ path, box: [width, height], stroke, colour }: DrawnLinesProps): ReactNode {
  return (
    <svg aria-hidden viewBox={`0 0 ${width} ${height}`} className="pointer-events-none block w-full overflow-visible">
      <path d={path} fill="none" stroke={colour} strokeWidth={stroke} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

/** The place of an item in points, whose height the browser knows. */
function areaOf(element: HTMLElement, { x, y }: Addition, page: Size): Area {
  const scale = page.width / (element.parentElement?.clientWidth || 1);
  return { x, y, width: Math.max(1, element.offsetWidth * scale), height: Math.max(1, element.offsetHeight * scale) };
}

/** Movement is measured from the start of the drag. The change is reported at its end. */
function useAdditionDrag(addition: Addition, page: Size, onChange: (addition: Addition) => void) {
  const [dragged, setDragged] = useState<Addition>();
  const start = useRef<{ readonly x: number; readonly y: number; readonly isCorner: boolean; readonly area: Area }>(undefined);
  const end = (): void => {
    start.current = undefined;
    setDragged(undefined);
    if (dragged) onChange(dragged);
  };
  return {
    shown: dragged ?? addition,
    onPointerDown({ button, target, currentTarget, clientX, clientY, pointerId }: PointerEvent<HTMLElement>) {
      if (button !== 0) return;
      const isCorner = target instanceof Element && target.closest('[data-corner]') !== null;
      start.current = { x: clientX, y: clientY, isCorner, area: areaOf(currentTarget, addition, page) };
      currentTarget.setPointerCapture(pointerId);
    },
    onPointerMove({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) {
      const sheet = currentTarget.parentElement;
      if (!start.current || !sheet) return;
      const { area, isCorner, x, y } = start.current;
      const scale = page.width / sheet.clientWidth;
      const step = { x: (clientX - x) * scale, y: (clientY - y) * scale };
      if (step.x === 0 && step.y === 0) return;
      const to = isCorner ? resized(area, 'se', step, page, area.width / area.height) : moved(area, step, page);
      setDragged(fitted(addition, area, to));
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
