import type { SketchRequest } from '@bakkum/sketch/sketch';
import { classNames } from '@bakkum/ui/class-names';
import { type ReactNode, useEffect, useRef } from 'react';
import { sketch } from './sketches.ts';
import { whileNear } from './while-near.ts';

type SketchPictureProps = { readonly request: SketchRequest; readonly className?: string };

/** A picture of our own renderer. Decoration: what it shows is said beside it. Its place is kept until somebody comes near and it is drawn. */
export function SketchPicture({ request, className }: SketchPictureProps): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { prompt, style, width, height, seed } = request;
  useEffect(() => {
    const place = canvas.current;
    if (!place) return undefined;
    return whileNear(place, () =>
      sketch({ prompt, style, width, height, seed }, (image) => place.getContext('2d')?.putImageData(image, 0, 0)),
    );
  }, [prompt, style, width, height, seed]);
  return <canvas ref={canvas} aria-hidden width={width} height={height} className={classNames('block bg-sunken', className)} />;
}
