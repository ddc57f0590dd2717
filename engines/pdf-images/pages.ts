import { createHiddenText, fontEntries, type HiddenText } from '@bakkum/document-pages/hidden-text';
import { createPdfFile, type PdfFile } from '@bakkum/document-pages/pdf-file';
import type { TextLayer } from '@bakkum/document-recognition/text-layer';
import type { Orientation } from '@bakkum/image-metadata/extract';
import { iccColourSpace } from '@bakkum/image-metadata/icc';

/** The CSS resolution of 96 pixels per inch, for images without one. */
const DEFAULT_DPI = 96;
const POINTS_PER_INCH = 72;
/** Maximum page side (ISO 32000-1, annex C). Larger images keep their pixels on a smaller page. */
const MAX_SIDE = 14_400;
/** Minimum page side, from the same table; only very narrow images reach it. */
const MIN_SIDE = 3;

/** Colour space name by number of channels. */
const DEVICE_SPACE = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' } as const;
const PROFILE_SPACE = { 1: 'GRAY', 3: 'RGB ', 4: 'CMYK' } as const;
export type Channels = keyof typeof DEVICE_SPACE;

/** An image as stored in the file, and how to show it. */
export type PagePicture = {
  /** Pixels as stored, before rotation. */
  readonly width: number;
  readonly height: number;
  readonly orientation: Orientation;
  /** Pixels per inch. */
  readonly dpi: number | undefined;
  readonly channels: Channels;
  readonly depth: 8 | 16;
  /** The stream's filter and other dictionary entries. */
  readonly entries: string;
  readonly data: Uint8Array<ArrayBuffer>;
  readonly icc: Uint8Array | undefined;
  readonly xmp: Uint8Array | undefined;
  /** Opacity, compressed with its own filter entries. */
  readonly alpha: { readonly entries: string; readonly data: Uint8Array<ArrayBuffer> } | undefined;
};

export type PageWriter = {
  /** @param text recognized in the image, written invisibly over it */
  add(picture: PagePicture, text?: TextLayer): void;
  finish(): Blob;
};

/** Writes pages that hold one image each and have exactly its size. */
export function createPages(): PageWriter {
  const file = createPdfFile();
  const tree = file.reserve();
  const hidden = createHiddenText(file);
  const pages: number[] = [];
  return {
    add(picture, text) {
      pages.push(writePage({ file, tree, hidden }, picture, text));
    },
    finish() {
      hidden.finish();
      file.object(`<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((page) => `${page} 0 R`).join(' ')}] >>`, tree);
      return file.finish(file.object(`<< /Type /Catalog /Pages ${tree} 0 R >>`));
    },
  };
}

type Target = { readonly file: PdfFile; readonly tree: number; readonly hidden: HiddenText };

function writePage({ file, tree, hidden }: Target, picture: PagePicture, text: TextLayer | undefined): number {
  const image = writeImage(file, picture);
  const { width, height } = pageSize(picture);
  const matrix = turned(picture.orientation, width, height).map(decimal).join(' ');
  const { operators, fonts } = hidden.write(text?.words ?? [], 1);
  const words = text ? `\nq ${text.matrix.map(decimal).join(' ')} cm\n${operators}Q` : '';
  const content = file.stream('', new TextEncoder().encode(`q ${matrix} cm /Picture Do Q${words}`));
  const box = `/MediaBox [0 0 ${decimal(width)} ${decimal(height)}]`;
  const font = fonts.length > 0 ? ` /Font << ${fontEntries(fonts)} >>` : '';
  const resources = `/Resources << /XObject << /Picture ${image} 0 R >>${font} >>`;
  // Blends transparency in the image's own colour space. Without this group, viewers may blend in CMYK.
  const group = picture.alpha ? ' /Group << /Type /Group /S /Transparency /CS /DeviceRGB >>' : '';
  return file.object(`<< /Type /Page /Parent ${tree} 0 R ${box} ${resources} /Contents ${content} 0 R${group} >>`);
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

/** Page size in points for the upright image. */
export function pageSize({ width, height, orientation, dpi }: PagePicture): { readonly width: number; readonly height: number } {
  const [across, down] = orientation >= 5 ? [height, width] : [width, height];
  const points = POINTS_PER_INCH / (dpi ?? DEFAULT_DPI);
  const scale = Math.min(Math.max(points, MIN_SIDE / Math.min(across, down)), MAX_SIDE / Math.max(across, down));
  return { width: across * scale, height: down * scale };
}

/** Matrix that maps the stored image, a unit square, to a page of w × h, rotated according to Exif. */
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
