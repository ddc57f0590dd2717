import { useMessages } from '@bakkum/i18n/react';
import type { PointerEvent, ReactNode } from 'react';
import { extended, MAX_POINTS, type Stroke, smoothPath } from './strokes.ts';

/** Size of the pad in the units of strokes. */
export const PAD = { width: 600, height: 220 } as const;

type SignaturePadProps = {
  readonly strokes: readonly Stroke[];
  readonly pen: number;
  readonly colour: string;
  readonly onStrokes: (change: (strokes: readonly Stroke[]) => readonly Stroke[]) => void;
};

/** White paper to sign on with a finger, pen or mouse. */
export function SignaturePad({ strokes, pen, colour, onStrokes }: SignaturePadProps): ReactNode {
  const t = useMessages('workbench');
  const draw = (event: PointerEvent<SVGSVGElement>): void => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const { nativeEvent } = event;
    const events = nativeEvent.getCoalescedEvents?.() ?? [];
    const points = (events.length > 0 ? events : [nativeEvent]).map(({ clientX, clientY }) => ({
      x: ((clientX - left) / width) * PAD.width,
      y: ((clientY - top) / height) * PAD.height,
    }));
    onStrokes((all) => {
      const last = all.at(-1);
      if (!last || all.flat().length > MAX_POINTS) return all;
      return all.with(-1, points.reduce(extended, last));
    });
  };
  return (
    <svg
      role="img"
      aria-label={t('signaturePad')}
      data-testid="signature-pad"
      viewBox={`0 0 ${PAD.width} ${PAD.height}`}
      className="scheme-light block w-full cursor-crosshair touch-none rounded-md border border-line-strong bg-[white]"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        onStrokes((all) => [...all, []]);
        draw(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) draw(event);
      }}
    >
      <line x1={24} x2={PAD.width - 24} y1={PAD.height * 0.78} y2={PAD.height * 0.78} stroke="#c9ced6" strokeWidth={2} />
      <path
        d={strokes.map(smoothPath).join('')}
        fill="none"
        stroke={colour}
        strokeWidth={pen}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
