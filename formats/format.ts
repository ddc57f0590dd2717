export const FAMILIES = [
  'image',
  'vector',
  'document',
  'spreadsheet',
  'presentation',
  'ebook',
  'audio',
  'video',
  'subtitle',
  'archive',
  'font',
  'data',
  'model3d',
  'program',
  'interchange',
] as const;

export type Family = (typeof FAMILIES)[number];

/**
 * Bytes that identify a format by content. `bytes` is hexadecimal, two digits per byte, `??` any byte, spaces ignored. A negative
 * offset counts from the end of the file. All parts of a signature must match; a format matches if one of its signatures does.
 */
export type Signature = readonly { readonly offset: number; readonly bytes: string }[];

/** A file format: one row of a family's table. */
export type Format = {
  /** Lower-case and unique, used in URLs and routes: `jpeg`, `tiff`. */
  readonly id: string;
  readonly family: Family;
  /** Short name that people search for: `JPG`, `HEIC`. The same in every language. */
  readonly name: string;
  /** Longer name per language for pickers and pages: "JPG image" / "JPG 이미지". */
  readonly title: { readonly en: string; readonly ko: string };
  /** Lower case without a dot; the first one is used for output. */
  readonly extensions: readonly [string, ...string[]];
  /** IANA media type first, then others in common use. */
  readonly mediaTypes: readonly [string, ...string[]];
  readonly signatures?: readonly Signature[];
  /**
   * Custom test for formats that fixed bytes cannot identify (a brand inside `ftyp`, a root element). It receives the first 64
   * KiB and, if available, the last KiB, or less. Signatures and test must both match. `undefined` means the bytes are inconclusive,
   * so the extension decides.
   */
  readonly matches?: (head: Uint8Array, tail?: Uint8Array) => boolean | undefined;
  /**
   * The content also matches a more common format (a stereo JPEG is a JPEG), or proves little. It then counts only together with
   * the extension, or if nothing else is known.
   */
  readonly weak?: boolean;
  /**
   * The format of every file that is not recognized or that nothing converts. Neither detected nor listed: the website offers its
   * conversions if there are no others.
   */
  readonly fallback?: true;
  /** Other search terms: `jpg`, `사진`. */
  readonly keywords?: readonly string[];
};
