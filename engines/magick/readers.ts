import type { FormatId } from '@bakkum/conversion/engine';
import type { MagickFormat } from '@imagemagick/magick-wasm';

/**
 * How ImageMagick reads a format. Every entry was verified with a real or independently created file; formats that need another
 * program (PDF, PS, SVG, MVG, APNG, video) are not listed.
 */
export type Reader = {
  /** ImageMagick's format name, required because a third of its readers never detect their files. */
  readonly name?: MagickFormat;
  /** Meaning of several frames in a file; formats without it are read as one image, the first or merged one. */
  readonly kind?: 'animation' | 'pages' | 'sizes';
  /** The file may contain more images than the one that is read. */
  readonly drops?: boolean;
  /** Usually has more than 8 bits per channel or linear light, which is lost. */
  readonly deep?: boolean;
  /** Samples are linear, although the library does not report it. */
  readonly linear?: boolean;
};

/** Formats that only ImageMagick reads here, or reads best. */
export const READERS: Readonly<Record<FormatId, Reader>> = {
  psd: { name: 'PSD' },
  psb: { name: 'PSB' },
  xcf: { name: 'XCF' },
  jp2: { name: 'JP2' },
  jpx: { name: 'JP2' },
  jpm: { name: 'JPM' },
  j2k: { name: 'J2K' },
  jps: { name: 'JPEG' },
  mpo: { name: 'JPEG', drops: true },
  jng: { name: 'JNG' },
  mng: { name: 'MNG', kind: 'animation' },
  dds: { name: 'DDS' },
  // Missing from the library's list of names, but detected by content.
  dib: {},
  tga: { name: 'TGA' },
  pcx: { name: 'PCX' },
  dcx: { name: 'DCX', kind: 'pages' },
  pict: { name: 'PICT' },
  pfm: { name: 'PFM', deep: true },
  phm: { name: 'PHM', deep: true },
  exr: { name: 'EXR', deep: true, linear: true },
  hdr: { name: 'HDR', deep: true },
  cin: { name: 'CIN', deep: true },
  dpx: { name: 'DPX', deep: true },
  pbm: { name: 'PBM' },
  pgm: { name: 'PGM' },
  ppm: { name: 'PPM' },
  pam: { name: 'PAM' },
  qoi: { name: 'QOI' },
  farbfeld: { name: 'FARBFELD' },
  fl32: { name: 'FL32', deep: true },
  xbm: { name: 'XBM' },
  xpm: { name: 'XPM' },
  sgi: { name: 'SGI' },
  sun: { name: 'SUN' },
  viff: { name: 'VIFF' },
  wbmp: { name: 'WBMP' },
  otb: { name: 'OTB' },
  wpg: { name: 'WPG' },
  palm: { name: 'PALM' },
  'pdb-image': { name: 'PDB' },
  pcd: { name: 'PCD' },
  hrz: { name: 'HRZ' },
  ipl: { name: 'IPL' },
  mtv: { name: 'MTV' },
  miff: { name: 'MIFF', kind: 'pages' },
  mat: { name: 'MAT' },
  'avs-image': { name: 'AVS' },
  aai: { name: 'AAI' },
  fits: { name: 'FITS', kind: 'pages' },
  vicar: { name: 'VICAR' },
  vips: { name: 'VIPS' },
  aseprite: { name: 'ASEPRITE', kind: 'animation' },
  pgx: { name: 'PGX' },
  'im-txt': { name: 'TXT' },
  dcm: { name: 'DCM', kind: 'pages' },
  'rle-utah': { name: 'RLE' },
  macpaint: { name: 'MAC' },
  'zx-scr': { name: 'SCR' },
  'psx-tim': { name: 'TIM' },
  'drhalo-cut': { name: 'CUT' },
  'cube-lut': { name: 'CUBE' },
};

/** Camera RAW through LibRaw, developed with the camera's white balance. */
export const RAW_READERS: Readonly<Record<FormatId, Reader>> = {
  dng: { name: 'DNG', deep: true },
  cr2: { name: 'CR2', deep: true },
  cr3: { name: 'CR3', deep: true },
  crw: { name: 'CRW', deep: true },
  nef: { name: 'NEF', deep: true },
  nrw: { name: 'NRW', deep: true },
  arw: { name: 'ARW', deep: true },
  sr2: { name: 'SR2', deep: true },
  srf: { name: 'SRF', deep: true },
  orf: { name: 'ORF', deep: true },
  pef: { name: 'PEF', deep: true },
  raf: { name: 'RAF', deep: true },
  rw2: { name: 'RW2', deep: true },
  rwl: { name: 'RWL', deep: true },
  raw: { name: 'RAW', deep: true },
  srw: { name: 'SRW', deep: true },
  x3f: { name: 'X3F', deep: true },
  erf: { name: 'ERF', deep: true },
  mrw: { name: 'MRW', deep: true },
  dcr: { name: 'DCR', deep: true },
  kdc: { name: 'KDC', deep: true },
  k25: { name: 'K25', deep: true },
  mef: { name: 'MEF', deep: true },
  mos: { name: 'MOS', deep: true },
  iiq: { name: 'IIQ', deep: true },
  '3fr': { name: '3FR', deep: true },
  fff: { name: 'FFF', deep: true },
  mdc: { name: 'MDC', deep: true },
  rmf: { name: 'RMF', deep: true },
  sti: { name: 'STI', deep: true },
};

/** Fallbacks for formats that other engines read faster. */
export const FALLBACK_READERS: Readonly<Record<FormatId, Reader>> = {
  jpeg: { name: 'JPEG' },
  png: { name: 'PNG' },
  webp: { name: 'WEBP', kind: 'animation' },
  gif: { name: 'GIF', kind: 'animation' },
  avif: { name: 'AVIF' },
  heic: { name: 'HEIC' },
  bmp: { name: 'BMP' },
  ico: { name: 'ICO', kind: 'sizes' },
  cur: { name: 'CUR', kind: 'sizes' },
  tiff: { name: 'TIFF', kind: 'pages' },
  jxl: { name: 'JXL' },
};

export function readerOf(format: FormatId): Reader | undefined {
  return READERS[format] ?? RAW_READERS[format] ?? FALLBACK_READERS[format];
}
