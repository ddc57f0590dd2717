import type { Family } from '@bakkum/formats/format';
import { classNames } from '@bakkum/ui/class-names';
import {
  File,
  FileArchive,
  FileCode,
  FileImage,
  FileMusic,
  FilePlay,
  FileSpreadsheet,
  FileText,
  FileType,
  type IconComponent,
} from '@bakkum/ui/icons';
import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Side length in CSS pixels; rendered at twice that for dense screens. */
const SIDE = 40;

const ICONS: Readonly<Partial<Record<Family, IconComponent>>> = {
  image: FileImage,
  vector: FileImage,
  audio: FileMusic,
  video: FilePlay,
  document: FileText,
  presentation: FileText,
  ebook: FileText,
  subtitle: FileText,
  spreadsheet: FileSpreadsheet,
  archive: FileArchive,
  font: FileType,
  data: FileCode,
};

type ThumbnailProps = {
  /** An image that browsers can display, if there is one. */
  readonly picture: Blob | undefined;
  readonly family: Family | undefined;
};

/** Crops pages at the bottom, because people recognize a page by its top. */
const PAGED: ReadonlySet<Family> = new Set(['document', 'presentation']);

/** The icon of a kind of file. */
export function FileIcon({ family, size }: { readonly family: Family | undefined; readonly size: number }): ReactNode {
  const Icon = (family && ICONS[family]) ?? File;
  return <Icon aria-hidden size={size} strokeWidth={1.25} className="text-ink-faint" />;
}

/** A thumbnail if there is an image, otherwise an icon of the kind of file. */
export function Thumbnail({ picture, family }: ThumbnailProps): ReactNode {
  const Icon = (family && ICONS[family]) ?? File;
  return (
    <span className="relative size-10 shrink-0 overflow-hidden rounded-sm bg-sunken outline outline-line -outline-offset-1">
      <Icon aria-hidden size={24} strokeWidth={1.5} className="absolute inset-2 text-ink-faint" />
      {picture ? <SmallPicture file={picture} isPage={family !== undefined && PAGED.has(family)} /> : undefined}
    </span>
  );
}

/** Decodes at a small size off the main thread. Unsupported formats draw nothing, which is no failure. */
function SmallPicture({ file, isPage }: { readonly file: Blob; readonly isPage: boolean }): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    let gone = false;
    const draw = (bitmap: ImageBitmap): void => {
      const context = gone ? undefined : canvas.current?.getContext('2d');
      if (context) {
        const scale = Math.max((SIDE * 2) / bitmap.width, (SIDE * 2) / bitmap.height);
        const [width, height] = [bitmap.width * scale, bitmap.height * scale];
        context.drawImage(bitmap, SIDE - width / 2, isPage ? 0 : SIDE - height / 2, width, height);
        setDrawn(true);
      }
      bitmap.close();
    };
    createImageBitmap(file, { resizeHeight: SIDE * 2, resizeQuality: 'medium' }).then(draw, () => undefined);
    return () => {
      gone = true;
    };
  }, [file, isPage]);
  return (
    <canvas
      ref={canvas}
      width={SIDE * 2}
      height={SIDE * 2}
      aria-hidden
      // The image covers the outline of the box.
      className={classNames('absolute inset-0 size-10 rounded-sm', drawn && 'checkered outline outline-line -outline-offset-1')}
    />
  );
}
