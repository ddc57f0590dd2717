import type { Area } from '@bakkum/conversion/area';
import type { PageEntry } from '@bakkum/conversion/pages/page-list';
import { classNames } from '@bakkum/ui/class-names';
import { type PointerEvent, type ReactNode, useState } from 'react';
import type { OpenedPages } from '../page-editor/use-pdf-pages.ts';
import type { Size } from '../preview/view-frame.ts';
import { AreaBox, placeOf } from './area-box.tsx';
import { areaBetween, type Point } from './page-areas.ts';
import { PageSheet } from './page-sheet.tsx';

type AreaCanvasProps = {
  readonly entry: PageEntry;
  /** Areas cover a part of the page, or keep it and hide everything else. */
  readonly look: 'cover' | 'keep';
  readonly pages: OpenedPages;
  /** Size of the page as displayed, in points; `undefined` until it is drawn. */
  readonly size: Size | undefined;
  /** The areas on this page, with their position among all. */
  readonly areas: readonly { readonly at: number; readonly area: Area }[];
  readonly selected: number | undefined;
  readonly isDisabled: boolean;
  readonly onSize: (size: Size) => void;
  readonly onSelect: (at: number | undefined) => void;
  readonly onAdd: (area: Area) => void;
  readonly onChange: (at: number, area: Area) => void;
  readonly onRemove: (at: number) => void;
};

/** One page, large, with its areas. A pointer draws a new one. */
export function AreaCanvas(props: AreaCanvasProps): ReactNode {
  const { entry, look, pages, size, areas, selected, isDisabled, onSize, onSelect, onAdd, onChange, onRemove } = props;
  const { drawn, ...drawing } = useDrawing(size, (area) => onAdd(area));
  return (
    <PageSheet
      entry={entry}
      pages={pages}
      size={size}
      onSize={onSize}
      className={classNames('touch-none', look === 'keep' && 'overflow-clip', isDisabled ? undefined : 'cursor-crosshair')}
      {...(isDisabled ? {} : drawing)}
    >
      {size
        ? areas.map(({ at, area }) => (
            <AreaBox
              key={at}
              area={area}
              look={look}
              page={size}
              isSelected={selected === at}
              isDisabled={isDisabled}
              onSelect={() => onSelect(at)}
              onChange={(changed) => onChange(at, changed)}
              onRemove={() => onRemove(at)}
            />
          ))
        : undefined}
      {drawn && size ? (
        <span
          style={placeOf(drawn, size)}
          className={classNames('pointer-events-none absolute', look === 'cover' ? 'bg-[black]/60' : 'border-2 border-accent')}
        />
      ) : undefined}
    </PageSheet>
  );
}

/** Draws a rectangle with a pointer that is pressed on the page itself, not on an area. */
function useDrawing(size: Size | undefined, onDrawn: (area: Area) => void) {
  const [points, setPoints] = useState<{ readonly from: Point; readonly to: Point }>();
  const pointOf = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): Point => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const page = size ?? { width: 0, height: 0 };
    return { x: ((clientX - left) / width) * page.width, y: ((clientY - top) / height) * page.height };
  };
  const drawn = points && size && areaBetween(points.from, points.to, size);
  return {
    drawn,
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (!size || event.button !== 0 || !(event.target instanceof HTMLCanvasElement)) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setPoints({ from: pointOf(event), to: pointOf(event) });
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (points) setPoints({ ...points, to: pointOf(event) });
    },
    onPointerUp() {
      setPoints(undefined);
      if (drawn) onDrawn(drawn);
    },
    onPointerCancel: () => setPoints(undefined),
  };
}
