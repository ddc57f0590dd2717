/** Maximum size of a live preview from a service, in bytes. Larger ones are ignored. */
export const MAX_PREVIEW_BYTES = 16 * 1024 * 1024;
/** The same in base64, in characters. */
export const MAX_PREVIEW_CHARACTERS = Math.ceil(MAX_PREVIEW_BYTES / 3) * 4;

/** A preview in base64 or a data URI; undefined if it is empty or too large. */
export function previewOfBase64(text: string): Uint8Array | undefined {
  if (text.length > MAX_PREVIEW_CHARACTERS) return undefined;
  const bytes = Buffer.from(text.startsWith('data:') ? text.slice(text.indexOf(',') + 1) : text, 'base64');
  return bytes.byteLength > 0 ? bytes : undefined;
}
