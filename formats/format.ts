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
 * Bytes that tell a format by its content. `bytes` is hexadecimal, two digits a byte, `??` any byte, spaces ignored.
 * A negative offset counts from the end of the file. All parts of one signature must match; a format matches when one of its signatures does.
 */
export type Signature = readonly { readonly offset: number; readonly bytes: string }[];

/** What a file can be. One row of a family's table. */
export type Format = {
  /** Lower-case, unique, used in addresses and routes: `jpeg`, `tiff`. */
  readonly id: string;
  readonly family: Family;
  /** Short name as people write it: `JPEG`, `HEIC`. Same in every language. */
  readonly name: string;
  /** Longer name per language for pickers and pages: "JPEG image" / "JPEG 이미지". */
  readonly title: { readonly en: string; readonly ko: string };
  /** Without a dot, lower case, the one we write first. */
  readonly extensions: readonly [string, ...string[]];
  /** IANA media type first, then others seen in the wild. */
  readonly mediaTypes: readonly [string, ...string[]];
  readonly signatures?: readonly Signature[];
  /**
   * Decides where fixed bytes cannot (a brand inside `ftyp`, a root element). Sees the first 64 KiB, or less.
   * Beside signatures it refines them: both must hold. `undefined` means these bytes cannot tell, so the extension does.
   */
  readonly matches?: (head: Uint8Array) => boolean | undefined;
  /**
   * The content is right for this format but also for a commoner one (a stereo JPEG is a JPEG), or proves little.
   * It then counts only together with the extension, or when nothing else is known.
   */
  readonly weak?: boolean;
  /** Other words people search for it by: `jpg`, `사진`. */
  readonly keywords?: readonly string[];
};
