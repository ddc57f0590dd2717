import type { SketchRequest } from '@bakkum/sketch/sketch';
import { useNearViewport } from '@bakkum/ui/near-viewport';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { sketch } from './sketches.ts';

/** Distance from the viewport at which a sketch is drawn: about one swipe. */
const ROOT_MARGIN = '300px 0px';

type SketchPictureProps = { readonly request: SketchRequest; readonly className?: string };

/**
 * A procedural sketch, drawn when it comes near the viewport and invisible until then. Decorative: the text beside it says what
 * it shows.
 */
export function SketchPicture({ request, className }: SketchPictureProps): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [watch, isNear] = useNearViewport<HTMLCanvasElement>(ROOT_MARGIN);
  const place = useCallback(
    (element: HTMLCanvasElement) => {
      canvas.current = element;
      return watch(element);
    },
    [watch],
  );
  const { prompt, style, width, height, seed } = request;
  useEffect(() => {
    if (!isNear) return undefined;
    return sketch({ prompt, style, width, height, seed }, (image) => canvas.current?.getContext('2d')?.putImageData(image, 0, 0));
  }, [isNear, prompt, style, width, height, seed]);
  return <canvas ref={place} aria-hidden width={width} height={height} className={className} />;
}
