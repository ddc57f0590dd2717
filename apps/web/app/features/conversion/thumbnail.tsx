import { FileImage } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Shown side in CSS pixels; drawn at twice that for dense screens. */
const SIDE = 40;

/** A small picture of the file where this browser can decode it, an icon otherwise. Decoded small and off the main thread. */
export function Thumbnail({ file }: { readonly file: File }): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    let gone = false;
    const draw = (bitmap: ImageBitmap): void => {
      const context = gone ? undefined : canvas.current?.getContext('2d');
      if (context) {
        const scale = Math.max((SIDE * 2) / bitmap.width, (SIDE * 2) / bitmap.height);
        const [width, height] = [bitmap.width * scale, bitmap.height * scale];
        context.drawImage(bitmap, SIDE - width / 2, SIDE - height / 2, width, height);
        setDrawn(true);
      }
      bitmap.close();
    };
    // Formats the browser does not know keep the icon; that is no failure of the file.
    createImageBitmap(file, { resizeHeight: SIDE * 2, resizeQuality: 'medium' }).then(draw, () => undefined);
    return () => {
      gone = true;
    };
  }, [file]);
  return (
    <span className="relative size-10 shrink-0 overflow-hidden rounded-sm bg-sunken">
      <canvas ref={canvas} width={SIDE * 2} height={SIDE * 2} aria-hidden className="size-10" />
      {drawn ? undefined : <FileImage aria-hidden size={24} className="absolute inset-2 text-ink-faint" />}
    </span>
  );
}
