/**
 * Appends a trailer that names the catalog (ISO 32000-1, 7.5.5) to a file truncated before its trailer, so that PDFium can find
 * the objects. `undefined` if no catalog is found.
 */
export function withTrailer(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const content = new TextDecoder('latin1').decode(bytes);
  const catalog = [
    ...content.matchAll(/(?<!\d)(\d+)\s{1,20}(\d+)\s{1,20}obj\b(?:(?!endobj)[\s\S]){0,4000}?\/Type\s{0,20}\/Catalog\b/g),
  ].at(-1);
  const [, number = '', generation = ''] = catalog ?? [];
  if (number === '') return undefined;
  const trailer = new TextEncoder().encode(`\nendobj\ntrailer\n<</Root ${number} ${generation} R>>\nstartxref\n0\n%%EOF\n`);
  const repaired = new Uint8Array(bytes.length + trailer.length);
  repaired.set(bytes);
  repaired.set(trailer, bytes.length);
  return repaired;
}
