import type { FormatId } from '@bakkum/conversion/engine';
import type { ImageMetadata } from '@bakkum/image-metadata/metadata';
import type { MagickFormat } from '@imagemagick/magick-wasm';

/**
 * How ImageMagick writes a format. Listed formats open in other programs with the right pixels. Excluded on purpose: CALS
 * (inverted), Sixel (wrong colours), SF3 (unreadable), Group 3 and 4 fax (wrong width), HRZ and Photo CD (one fixed size), CUR
 * (would be an ICO under another name), JPM and JPS (would be a JP2 and a JPEG under another name), AVIF and JPEG XL (40 times
 * too slow).
 */
export type Writer = {
  readonly name: MagickFormat;
  readonly mediaType: string;
  readonly alpha: boolean;
  /** Colours the format keeps: all, a palette of 256, greyscale, or two. Default all. */
  readonly colours?: 'palette' | 'grey' | 'two';
  /** Colours are stored as linear light or on a film's logarithmic scale. */
  readonly transfer?: 'linear' | 'log';
  /** Lossy, although it keeps all colours. */
  readonly lossy?: boolean;
  /** Supports the option `quality`; the library's value for each choice. */
  readonly quality?: { readonly high: number; readonly medium: number; readonly low: number };
  readonly maxSide?: number;
  /** Metadata the format keeps. Default none. */
  readonly keeps?: readonly (keyof ImageMetadata)[];
  /** PostScript; `paper` raises the resolution until the image fits on a page. */
  readonly postscript?: 'figure' | 'paper';
  /** Several frames are written to one file as an animation or pages. */
  readonly frames?: 'animation' | 'pages';
};

const JPEG2000_QUALITY = { high: 100, medium: 44, low: 36 } as const;

export const WRITERS: Readonly<Record<FormatId, Writer>> = {
  psd: { name: 'PSD', mediaType: 'image/vnd.adobe.photoshop', alpha: true, maxSide: 30_000, keeps: ['icc', 'exif', 'xmp'] },
  psb: { name: 'PSB', mediaType: 'image/vnd.adobe.photoshop', alpha: true, keeps: ['icc', 'exif', 'xmp'] },
  jp2: { name: 'JP2', mediaType: 'image/jp2', alpha: true, quality: JPEG2000_QUALITY },
  j2k: { name: 'J2K', mediaType: 'image/x-jp2-codestream', alpha: false, quality: JPEG2000_QUALITY },
  jng: {
    name: 'JNG',
    mediaType: 'image/x-jng',
    alpha: true,
    lossy: true,
    quality: { high: 92, medium: 80, low: 60 },
    maxSide: 65_500,
  },
  mng: { name: 'MNG', mediaType: 'video/x-mng', alpha: true, frames: 'animation' },
  dds: { name: 'DDS', mediaType: 'image/vnd-ms.dds', alpha: true, lossy: true },
  tga: { name: 'TGA', mediaType: 'image/x-tga', alpha: true, maxSide: 65_535 },
  pcx: { name: 'PCX', mediaType: 'image/vnd.zbrush.pcx', alpha: false, maxSide: 65_500 },
  dcx: { name: 'DCX', mediaType: 'image/x-dcx', alpha: false, maxSide: 65_500, frames: 'pages' },
  pict: { name: 'PICT', mediaType: 'image/x-pict', alpha: false, maxSide: 32_767 },
  exr: { name: 'EXR', mediaType: 'image/aces', alpha: true, transfer: 'linear' },
  hdr: { name: 'HDR', mediaType: 'image/vnd.radiance', alpha: false, lossy: true },
  pfm: { name: 'PFM', mediaType: 'image/x-portable-floatmap', alpha: false },
  phm: { name: 'PHM', mediaType: 'image/x-portable-halfmap', alpha: false },
  cin: { name: 'CIN', mediaType: 'image/cineon', alpha: false, lossy: true },
  dpx: { name: 'DPX', mediaType: 'image/dpx', alpha: false, lossy: true, transfer: 'log' },
  pbm: { name: 'PBM', mediaType: 'image/x-portable-bitmap', alpha: false, colours: 'two' },
  pgm: { name: 'PGM', mediaType: 'image/x-portable-graymap', alpha: false, colours: 'grey' },
  ppm: { name: 'PPM', mediaType: 'image/x-portable-pixmap', alpha: false },
  pam: { name: 'PAM', mediaType: 'image/x-portable-arbitrarymap', alpha: true },
  qoi: { name: 'QOI', mediaType: 'image/qoi', alpha: true },
  farbfeld: { name: 'FARBFELD', mediaType: 'image/x-farbfeld', alpha: true },
  xbm: { name: 'XBM', mediaType: 'image/x-xbitmap', alpha: false, colours: 'two' },
  xpm: { name: 'XPM', mediaType: 'image/x-xpixmap', alpha: true, colours: 'palette' },
  sgi: { name: 'SGI', mediaType: 'image/sgi', alpha: true, maxSide: 65_535 },
  sun: { name: 'SUN', mediaType: 'image/x-sun-raster', alpha: true },
  viff: { name: 'VIFF', mediaType: 'image/x-viff', alpha: true },
  wbmp: { name: 'WBMP', mediaType: 'image/vnd.wap.wbmp', alpha: false, colours: 'two' },
  otb: { name: 'OTB', mediaType: 'image/x-otb', alpha: false, colours: 'two', maxSide: 65_535 },
  wpg: { name: 'WPG', mediaType: 'image/x-wpg', alpha: false, colours: 'palette', maxSide: 65_535 },
  palm: { name: 'PALM', mediaType: 'image/x-palm', alpha: false, colours: 'palette', maxSide: 65_535 },
  'pdb-image': { name: 'PDB', mediaType: 'image/x-palm-database', alpha: false, colours: 'grey', maxSide: 65_535 },
  ipl: { name: 'IPL', mediaType: 'image/x-ipl', alpha: false },
  mtv: { name: 'MTV', mediaType: 'image/x-mtv', alpha: false },
  miff: { name: 'MIFF', mediaType: 'image/x-miff', alpha: true, keeps: ['icc', 'exif', 'xmp'], frames: 'pages' },
  mat: { name: 'MAT', mediaType: 'application/x-matlab-data', alpha: false },
  'avs-image': { name: 'AVS', mediaType: 'image/x-avs', alpha: true },
  aai: { name: 'AAI', mediaType: 'image/x-aai', alpha: false },
  fits: { name: 'FITS', mediaType: 'image/fits', alpha: false },
  vicar: { name: 'VICAR', mediaType: 'image/x-vicar', alpha: false, colours: 'grey' },
  vips: { name: 'VIPS', mediaType: 'image/x-vips', alpha: true },
  pgx: { name: 'PGX', mediaType: 'image/x-pgx', alpha: false, colours: 'grey' },
  eps: { name: 'EPS3', mediaType: 'application/postscript', alpha: false, postscript: 'figure' },
  ps: { name: 'PS3', mediaType: 'application/postscript', alpha: false, postscript: 'paper' },
};

/** Fallbacks for formats that other engines write better. */
export const FALLBACK_WRITERS: Readonly<Record<FormatId, Writer>> = {
  bmp: { name: 'BMP', mediaType: 'image/bmp', alpha: true, keeps: ['icc'] },
  tiff: { name: 'TIFF', mediaType: 'image/tiff', alpha: true, keeps: ['icc', 'exif', 'xmp'], frames: 'pages' },
  ico: { name: 'ICO', mediaType: 'image/vnd.microsoft.icon', alpha: true, maxSide: 256 },
  gif: { name: 'GIF', mediaType: 'image/gif', alpha: true, colours: 'palette', maxSide: 65_535, frames: 'animation' },
};

export function writerOf(format: FormatId): Writer | undefined {
  return WRITERS[format] ?? FALLBACK_WRITERS[format];
}
