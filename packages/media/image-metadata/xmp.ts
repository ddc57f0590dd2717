/** Names that XMP has had for the property with the thumbnails of a file (XMP specification part 1, "XMP namespace"). */
const THUMBNAILS = ['xmp:Thumbnails', 'xap:Thumbnails'];
/** Images of pages, and the pictures and depth maps that phones add. */
const OTHER_IMAGES = /:(?:image|Thumbnails)[\s=>/]|ns\.google\.com\/photos\/|<!ENTITY/;

/** The packet without its thumbnails. Undefined if it may contain other images, or is not in UTF-8. */
export function removeXmpThumbnails(xmp: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | undefined {
  const text = utf8Of(xmp);
  if (text === undefined) return undefined;
  const rest = THUMBNAILS.reduce(withoutElement, text);
  if (OTHER_IMAGES.test(rest)) return undefined;
  return rest === text ? xmp : new TextEncoder().encode(rest);
}

function utf8Of(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** The text without the elements of a name. One that does not end stays. */
function withoutElement(text: string, name: string): string {
  const close = `</${name}>`;
  const kept: string[] = [];
  let from = 0;
  for (;;) {
    const start = text.indexOf(`<${name}>`, from);
    const end = start < 0 ? -1 : text.indexOf(close, start);
    if (end < 0) return kept.join('') + text.slice(from);
    kept.push(text.slice(from, start));
    from = end + close.length;
  }
}
