import type { ReactNode } from 'react';
import { classNames } from './class-names.tsx';

/** Families of formats with a colour. */
export const TILE_FAMILIES = ['document', 'image', 'audio', 'video', 'archive', 'code'] as const;
export type TileFamily = (typeof TILE_FAMILIES)[number];

const COLOURS: Readonly<Record<TileFamily, string>> = {
  document: 'fill-document-soft stroke-document-line text-document',
  image: 'fill-image-soft stroke-image-line text-image',
  audio: 'fill-audio-soft stroke-audio-line text-audio',
  video: 'fill-video-soft stroke-video-line text-video',
  archive: 'fill-archive-soft stroke-archive-line text-archive',
  code: 'fill-code-soft stroke-code-line text-code',
};

type FormatTileProps = { readonly family: TileFamily; readonly name: string; readonly className?: string };

/** A sheet with a folded corner and the name of a format, in the colour of its family. Decorative. */
export function FormatTile({ family, name, className }: FormatTileProps): ReactNode {
  return (
    <svg aria-hidden viewBox="0 0 64 76" className={classNames(COLOURS[family], className)}>
      <path strokeWidth="1.5" d="M9 2h32l21 21v43a8 8 0 0 1-8 8H9a7 7 0 0 1-7-7V9a7 7 0 0 1 7-7z" />
      <path strokeWidth="1.5" fill="none" d="M41 2v15a6 6 0 0 0 6 6h15" />
      <text
        x="32"
        y="53"
        textAnchor="middle"
        stroke="none"
        fill="currentColor"
        className="font-bold"
        fontSize={name.length > 4 ? 12 : 15}
      >
        {name}
      </text>
    </svg>
  );
}
