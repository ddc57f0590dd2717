import type { ImageView } from '@bakkum/api-contract/images/images';
import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { type PointerEvent, type ReactNode, useRef, useState } from 'react';

/** Longest side of the mask in pixels: enough for a brush, and small to send. */
const MAX_MASK_SIDE = 768;

type MaskCanvasProps = {
  readonly image: ImageView;
  /** Called with the mask after each stroke, as PNG in base64; undefined if nothing is painted. */
  readonly onMask: (mask: string | undefined) => void;
};

/** The image, on which the user paints the area to change. */
export function MaskCanvas({ image, onMask }: MaskCanvasProps): ReactNode {
  const t = useMessages('studio');
  const canvas = useRef<HTMLCanvasElement>(null);
  const last = useRef<readonly [number, number]>(undefined);
  const [brush, setBrush] = useState(48);
  const scale = Math.min(1, MAX_MASK_SIDE / Math.max(image.width, image.height));
  const [width, height] = [Math.round(image.width * scale), Math.round(image.height * scale)];
  const paint = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (event.buttons === 0) return;
    const at = placeOn(event);
    drawStroke(event.currentTarget, last.current ?? at, at, brush);
    last.current = at;
  };
  const clear = (): void => {
    canvas.current?.getContext('2d')?.clearRect(0, 0, width, height);
    onMask(undefined);
  };
  return (
    <div>
      <h3 className="mb-2 font-medium text-sm">{t('refineMask')}</h3>
      <div className="relative" style={{ aspectRatio: width / height }}>
        <img src={image.url} alt="" className="absolute inset-0 size-full rounded-md" />
        <canvas
          ref={canvas}
          width={width}
          height={height}
          aria-hidden
          className="absolute inset-0 size-full cursor-crosshair touch-none rounded-md opacity-60"
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            last.current = undefined;
            paint(event);
          }}
          onPointerMove={paint}
          onPointerUp={(event) => onMask(maskOf(event.currentTarget))}
        />
      </div>
      <p className="mt-2 text-ink-faint text-sm">{t('maskHint')}</p>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <label className="flex min-h-11 grow items-center gap-3 text-sm">
          {t('brush')}
          <input
            type="range"
            min={8}
            max={160}
            value={brush}
            onChange={({ target }) => setBrush(Number(target.value))}
            className="grow accent-accent"
          />
        </label>
        <Button size="sm" onClick={clear}>
          {t('maskClear')}
        </Button>
      </div>
    </div>
  );
}

type Place = readonly [x: number, y: number];

/** Returns the pointer position in pixels of the canvas. */
function placeOn({ currentTarget, clientX, clientY }: PointerEvent<HTMLCanvasElement>): Place {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return [((clientX - left) / width) * currentTarget.width, ((clientY - top) / height) * currentTarget.height];
}

function drawStroke(canvas: HTMLCanvasElement, from: Place, to: Place, width: number): void {
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.strokeStyle = '#ffffff';
  pen.lineWidth = width;
  pen.lineCap = 'round';
  pen.beginPath();
  pen.moveTo(...from);
  pen.lineTo(to[0] + 0.01, to[1]);
  pen.stroke();
}

/** White where it was painted, black elsewhere. */
function maskOf(painted: HTMLCanvasElement): string | undefined {
  const mask = document.createElement('canvas');
  mask.width = painted.width;
  mask.height = painted.height;
  const pen = mask.getContext('2d');
  if (!pen) return undefined;
  pen.fillStyle = '#000000';
  pen.fillRect(0, 0, mask.width, mask.height);
  pen.drawImage(painted, 0, 0);
  return mask.toDataURL('image/png').split(',')[1];
}
