/** What a picture's header says about its content. Absent traits are unknown or do not apply. */
export type PictureTraits = { readonly transparent?: boolean; readonly animated?: boolean };

const PNG_COLOR_TYPE_AT = 25;
const PNG_FIRST_CHUNK_AT = 33;
/** Colour types 4 and 6 have an alpha channel (PNG specification, table 11.1). */
const PNG_ALPHA = 4;
/** Flags of the VP8X chunk (WebP container specification). */
const WEBP_ALPHA = 0x10;
const WEBP_ANIMATION = 0x02;

/** Formats of ISO/IEC 23008-12. */
const HEIF: ReadonlySet<string> = new Set(['heic', 'avif']);
/** Types of auxiliary images that are alpha planes: of HEVC and of other codecs (ISO/IEC 23008-12, 7.5.3 and B.2.4). */
const ALPHA_PLANES = ['urn:mpeg:hevc:2015:auxid:1\0', 'urn:mpeg:mpegB:cicp:systems:auxiliary:alpha'];

/**
 * Reads whether a picture has transparency or motion.
 * @param head the first kilobytes of the file
 */
export function pictureTraits(format: string, head: Uint8Array): PictureTraits {
  if (format === 'png' || format === 'apng') return { transparent: hasPngAlpha(head), animated: format === 'apng' };
  if (format === 'webp') return webpTraits(head);
  if (HEIF.has(format)) return { transparent: hasAuxiliaryAlpha(head) };
  return format === 'gif' ? { animated: true } : {};
}

function hasPngAlpha(head: Uint8Array): boolean {
  if (((head[PNG_COLOR_TYPE_AT] ?? 0) & PNG_ALPHA) !== 0) return true;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  // tRNS stands before the first IDAT.
  for (let at = PNG_FIRST_CHUNK_AT; at + 8 <= head.length; at += view.getUint32(at) + 12) {
    const type = String.fromCharCode(...head.subarray(at + 4, at + 8));
    if (type === 'tRNS') return true;
    if (type === 'IDAT') return false;
  }
  return false;
}

function webpTraits(head: Uint8Array): PictureTraits {
  const chunk = String.fromCharCode(...head.subarray(12, 16));
  const flags = head[20] ?? 0;
  if (chunk === 'VP8X') return { transparent: (flags & WEBP_ALPHA) !== 0, animated: (flags & WEBP_ANIMATION) !== 0 };
  // Bit 4 of the last header byte of a lossless picture: alpha is used.
  return { transparent: chunk === 'VP8L' && ((head[24] ?? 0) & 0x10) !== 0, animated: false };
}

/** The properties of all images stand at the start of the file. */
function hasAuxiliaryAlpha(head: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(head);
  return ALPHA_PLANES.some((type) => text.includes(type));
}
