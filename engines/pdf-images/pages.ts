import type { Orientation } from '@bakkum/image-metadata/extract';
import { iccColourSpace } from '@bakkum/image-metadata/icc';
import { createPdfFile, type PdfFile } from './pdf-file.ts';

/** What CSS calls a pixel: 96 to the inch, for pictures that do not say. */
const DEFAULT_DPI = 96;
const POINTS_PER_INCH = 72;
/** Largest side of a page (ISO 32000-1, annex C). Larger pictures keep their pixels on a smaller page. */
const MAX_SIDE = 14_400;
/** Smallest side of a page, from the same table; only a strip has to go below it. */
const MIN_SIDE = 3;

/** Number of colour channels to the name of their space. */
const DEVICE_SPACE = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' } as const;
const PROFILE_SPACE = { 1: 'GRAY', 3: 'RGB ', 4: 'CMYK' } as const;
export type Channels = keyof typeof DEVICE_SPACE;

/** A picture as it lies in the file, and how it is shown. */
export type PagePicture = {
  /** Pixels as stored, before turning. */
  readonly width: number;
  readonly height: number;
  readonly orientation: Orientation;
  /** Pixels per inch. */
  readonly dpi: number | undefined;
  readonly channels: Channels;
  readonly depth: 8 | 16;
  /** The stream's filter and whatever else its dictionary needs. */
  readonly entries: string;
  readonly data: Uint8Array<ArrayBuffer>;
  readonly icc: Uint8Array | undefined;
  readonly xmp: Uint8Array | undefined;
  /** Opacity, packed with its own filter entries. */
  readonly alpha: { readonly entries: string; readonly data: Uint8Array<ArrayBuffer> } | undefined;
};

export type PageWriter = { add(picture: PagePicture): void; finish(): Blob };

/** Pages that hold one picture each and are exactly as large as it. */
export function createPages(): PageWriter {
  const file = createPdfFile();
  const tree = file.reserve();
  const pages: number[] = [];
  return {
    add: (picture) => void pages.push(writePage(file, tree, picture)),
    finish() {
      file.dictionary(`/Type /Pages /Count ${pages.length} /Kids [${pages.map((page) => `${page} 0 R`).join(' ')}]`, tree);
      return file.finish(file.dictionary(`/Type /Catalog /Pages ${tree} 0 R`));
    },
  };
}

function writePage(file: PdfFile, tree: number, picture: PagePicture): number {
  const image = writeImage(file, picture);
  const { width, height } = pageSize(picture);
  const matrix = turned(picture.orientation, width, height).map(decimal).join(' ');
  const content = file.stream('', new TextEncoder().encode(`q ${matrix} cm /Picture Do Q`));
  const box = `/MediaBox [0 0 ${decimal(width)} ${decimal(height)}]`;
  const resources = `/Resources << /XObject << /Picture ${image} 0 R >> >>`;
  // Colours under transparency are mixed as the picture's own; without the group readers may mix them as CMYK.
  const group = picture.alpha ? ' /Group << /Type /Group /S /Transparency /CS /DeviceRGB >>' : '';
  return file.dictionary(`/Type /Page /Parent ${tree} 0 R ${box} ${resources} /Contents ${content} 0 R${group}`);
}

function writeImage(file: PdfFile, picture: PagePicture): number {
  const { width, height, depth, alpha, xmp } = picture;
  const image = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent ${depth}`;
  const mask = alpha ? ` /SMask ${file.stream(`${image} /ColorSpace /DeviceGray ${alpha.entries}`, alpha.data)} 0 R` : '';
  const packet = xmp ? ` /Metadata ${file.stream('/Type /Metadata /Subtype /XML', xmp.slice())} 0 R` : '';
  return file.stream(`${image} /ColorSpace ${colourSpace(file, picture)} ${picture.entries}${mask}${packet}`, picture.data);
}

function colourSpace(file: PdfFile, { icc, channels }: PagePicture): string {
  const device = DEVICE_SPACE[channels];
  if (!icc || iccColourSpace(icc) !== PROFILE_SPACE[channels]) return `/${device}`;
  return `[/ICCBased ${file.stream(`/N ${channels} /Alternate /${device}`, icc.slice())} 0 R]`;
}

/** Points, of the picture turned upright. */
function pageSize({ width, height, orientation, dpi }: PagePicture): { readonly width: number; readonly height: number } {
  const [across, down] = orientation >= 5 ? [height, width] : [width, height];
  const points = POINTS_PER_INCH / (dpi ?? DEFAULT_DPI);
  const scale = Math.min(Math.max(points, MIN_SIDE / Math.min(across, down)), MAX_SIDE / Math.max(across, down));
  return { width: across * scale, height: down * scale };
}

/** The matrix that lays the stored picture, a unit square, over a page of w × h, turned as Exif says. */
function turned(orientation: Orientation, w: number, h: number): readonly number[] {
  const matrices: Readonly<Record<Orientation, readonly number[]>> = {
    1: [w, 0, 0, h, 0, 0],
    2: [-w, 0, 0, h, w, 0],
    3: [-w, 0, 0, -h, w, h],
    4: [w, 0, 0, -h, 0, h],
    5: [0, -h, -w, 0, w, h],
    6: [0, -h, w, 0, 0, h],
    7: [0, h, w, 0, 0, 0],
    8: [0, h, -w, 0, w, 0],
  };
  return matrices[orientation];
}

function decimal(value: number): string {
  return String(Number(value.toFixed(4)));
}
