import type { FormatId } from '@bakkum/conversion/engine';
import type { NativeProgram } from '../native-program.ts';

export const PROGRAMS = {
  magick: {
    name: 'ImageMagick',
    commands: ['/usr/bin/magick', '/usr/bin/convert-im6.q16', 'magick', 'convert-im6.q16'],
    version: ['-version'],
  },
  vips: { name: 'libvips', commands: ['vips'], version: ['--version'] },
  'heif-enc': { name: 'libheif', commands: ['heif-enc'], version: ['--version'] },
  cjxl: { name: 'cjxl', commands: ['cjxl'], version: ['--version'] },
} satisfies Record<string, NativeProgram>;

export type ProgramId = keyof typeof PROGRAMS;

/** Names of the files that `makeSources` writes. */
export type SourceName = 'photo.jpg' | 'photo.png' | 'photo.avif' | 'photo.heic' | 'drawing.svg';

export type Contest = {
  readonly name: string;
  readonly source: SourceName;
  readonly to: FormatId;
  /** Largest accepted ratio to the first native program: 1.0 for the browser's codecs, 2.0 for WebAssembly. */
  readonly target: number;
  /**
   * Command line of each program, the baseline first. Same quality numbers as ours and default settings otherwise, except for
   * effort where it can be set to ours.
   */
  readonly natives: readonly (readonly [ProgramId, (source: string, folder: string) => readonly string[]])[];
};

const BROWSER = 1.0;
const WEB_ASSEMBLY = 2.0;

/** `out` without an extension; libvips takes options in brackets after the name. */
function both(ending: string, quality?: number, vipsOptions = quality ? `[Q=${quality}]` : ''): Contest['natives'] {
  return [
    ['magick', (source, folder) => [source, ...(quality ? ['-quality', String(quality)] : []), `${folder}/magick.${ending}`]],
    ['vips', (source, folder) => ['copy', source, `${folder}/vips.${ending}${vipsOptions}`]],
  ];
}

/** Quality values are those of our `high`. */
export const CONTESTS: readonly Contest[] = [
  { name: 'JPEG → PNG', source: 'photo.jpg', to: 'png', target: BROWSER, natives: both('png') },
  { name: 'JPEG → WebP', source: 'photo.jpg', to: 'webp', target: BROWSER, natives: both('webp', 92) },
  { name: 'PNG → JPEG', source: 'photo.png', to: 'jpeg', target: BROWSER, natives: both('jpg', 92) },
  { name: 'PNG → WebP', source: 'photo.png', to: 'webp', target: BROWSER, natives: both('webp', 92) },
  { name: 'JPEG → AVIF', source: 'photo.jpg', to: 'avif', target: WEB_ASSEMBLY, natives: both('avif', 83, '[Q=83,effort=0]') },
  { name: 'AVIF → PNG', source: 'photo.avif', to: 'png', target: WEB_ASSEMBLY, natives: both('png') },
  {
    name: 'JPEG → JXL',
    source: 'photo.jpg',
    to: 'jxl',
    target: WEB_ASSEMBLY,
    natives: [
      ['cjxl', (source, folder) => ['--lossless_jpeg=0', '-q', '92', '-e', '3', source, `${folder}/cjxl.jxl`]],
      ['vips', (source, folder) => ['copy', source, `${folder}/vips.jxl[Q=92,effort=3]`]],
    ],
  },
  { name: 'HEIC → JPEG', source: 'photo.heic', to: 'jpeg', target: WEB_ASSEMBLY, natives: both('jpg', 92) },
  {
    name: 'JPEG → TIFF',
    source: 'photo.jpg',
    to: 'tiff',
    target: WEB_ASSEMBLY,
    natives: [
      ['magick', (source, folder) => [source, '-compress', 'LZW', `${folder}/magick.tif`]],
      ['vips', (source, folder) => ['copy', source, `${folder}/vips.tif[compression=lzw]`]],
    ],
  },
  { name: 'JPEG → GIF', source: 'photo.jpg', to: 'gif', target: WEB_ASSEMBLY, natives: both('gif') },
  { name: 'SVG → PNG', source: 'drawing.svg', to: 'png', target: WEB_ASSEMBLY, natives: both('png') },
];
