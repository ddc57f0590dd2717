import type { Area } from '@bakkum/conversion/area';
import { useMessages } from '@bakkum/i18n/react';
import { classNames } from '@bakkum/ui/class-names';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { moved, resized, type Step } from '../image-edit/crop-box.ts';
import type { Size } from '../preview/view-frame.ts';

type AreaBoxProps = {
  readonly area: Area;
  readonly look: 'cover' | 'keep';
  /** Size of the page in points. */
  readonly page: Size;
  readonly isSelected: boolean;
  readonly isDisabled: boolean;
  readonly onSelect: () => void;
  readonly onChange: (area: Area) => void;
  readonly onRemove: () => void;
};

/** The steps of the arrow keys. */
export const ARROWS: Readonly<Record<string, Step>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Points that an arrow key moves by. */
export const STEP = 5;

/** Dragged by pointer or touch; arrow keys move the focused area, and with Shift its lower right corner. */
export function AreaBox({ area, look, page, isSelected, isDisabled, onSelect, onChange, onRemove }: AreaBoxProps): ReactNode {
  const t = useMessages('workbench');
  const box = useRef<HTMLButtonElement>(null);
  const { dragged, ...drag } = useAreaDrag({ area, page, onChange });
  useEffect(() => {
    if (isSelected) box.current?.focus({ preventScroll: true });
  }, [isSelected]);
  const press = (event: KeyboardEvent): void => {
    const arrow = ARROWS[event.key];
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Delete' || event.key === 'Backspace') onRemove();
    else if (arrow) {
      const step = { x: arrow.x * STEP, y: arrow.y * STEP };
      onChange(event.shiftKey ? resized(area, 'se', step, page) : moved(area, step, page));
    } else return;
    event.preventDefault();
  };
  const { x, y, width, height } = dragged ?? area;
  return (
    <button
      ref={box}
      type="button"
      aria-label={t('areasBox', { width: String(width), height: String(height), x: String(x), y: String(y) })}
      aria-pressed={isSelected}
      disabled={isDisabled}
      style={placeOf({ x, y, width, height }, page)}
      className={classNames(
        'absolute cursor-move touch-none outline-2 focus-visible:outline-4',
        look === 'cover' ? 'bg-[black]/70' : 'shadow-[0_0_0_200vmax_rgb(0_0_0/0.5)]',
        isSelected ? 'outline-accent' : 'outline-transparent',
      )}
      onFocus={onSelect}
      onKeyDown={press}
      {...drag}
    >
      {isSelected ? (
        <span className="absolute -right-2 -bottom-2 size-4 cursor-nwse-resize rounded-full border-2 border-accent bg-[white]" />
      ) : undefined}
    </button>
  );
}

/** Percentages, so that areas follow the size at which the page is shown. */
export function placeOf(area: Area, page: Size) {
  return {
    left: `${(area.x / page.width) * 100}%`,
    top: `${(area.y / page.height) * 100}%`,
    width: `${(area.width / page.width) * 100}%`,
    height: `${(area.height / page.height) * 100}%`,
  };
}

/** Movement is measured from the start of the drag. The change is reported at its end. */
function useAreaDrag({ area, page, onChange }: Pick<AreaBoxProps, 'area' | 'page' | 'onChange'>) {
  const [dragged, setDragged] = useState<Area>();
  const start = useRef<{ readonly x: number; readonly y: number; readonly isCorner: boolean }>(undefined);
  const end = (): void => {
    start.current = undefined;
    setDragged(undefined);
    if (dragged) onChange(dragged);
  };
  return {
    dragged,
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      start.current = { x: event.clientX, y: event.clientY, isCorner: event.target !== event.currentTarget };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) {
      const sheet = currentTarget.parentElement;
      if (!start.current || !sheet) return;
      const scale = page.width / sheet.clientWidth;
      const step = { x: (clientX - start.current.x) * scale, y: (clientY - start.current.y) * scale };
      setDragged(start.current.isCorner ? resized(area, 'se', step, page) : moved(area, step, page));
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
