import { zipStream } from '@bakkum/archive-zip/zip-stream';

type Named = { readonly name: string; readonly blob: Blob };

/** Packs results into a zip, uncompressed, because most formats are already compressed. */
export function zipBlob(files: readonly Named[]): Promise<Blob> {
  const modifiedAt = new Date();
  const members = files.map(({ name, blob }) => ({ path: name, blob, deflate: false, modifiedAt }));
  return new Response(zipStream(members), { headers: { 'Content-Type': 'application/zip' } }).blob();
}
