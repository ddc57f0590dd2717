/**
 * A file cut off before its trailer, with one that names the catalog it holds (ISO 32000-1, 7.5.5), so that PDFium finds the
 * objects by itself. `undefined` when the catalog cannot be seen.
 */
export function withTrailer(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const content = new TextDecoder('latin1').decode(bytes);
  const catalog = [...content.matchAll(/(\d+)\s+(\d+)\s+obj\b(?:(?!endobj)[\s\S]){0,4000}?\/Type\s*\/Catalog\b/g)].at(-1);
  const [, number = '', generation = ''] = catalog ?? [];
  if (number === '') return undefined;
  const trailer = new TextEncoder().encode(`\nendobj\ntrailer\n<</Root ${number} ${generation} R>>\nstartxref\n0\n%%EOF\n`);
  const repaired = new Uint8Array(bytes.length + trailer.length);
  repaired.set(bytes);
  repaired.set(trailer, bytes.length);
  return repaired;
}
