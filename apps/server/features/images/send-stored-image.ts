import { Readable } from 'node:stream';
import type { StoredBlob } from '@bakkum/blobs/blob-store';
import type { Context } from 'hono';
import type { Bytes, FileSlots } from '../../http/files/file-slots.ts';
import type { NodeEnvironment } from '../../http/requests/client-address.ts';

/**
 * Streams a stored PNG, or answers a HEAD request with its headers.
 * @param open called once the client may download another large file
 */
export function sendStoredImage(
  context: Context<NodeEnvironment>,
  fileSlots: FileSlots,
  headers: Readonly<Record<string, string>>,
  open: () => Promise<StoredBlob>,
) {
  return fileSlots.send(context, Number.POSITIVE_INFINITY, async (limited) => {
    const { body, bytes } = await open();
    const all = { ...headers, 'Content-Type': 'image/png', 'Content-Length': String(bytes) };
    // Casts between two type declarations of the same stream.
    if (context.req.method !== 'HEAD') return context.body(limited(Readable.toWeb(body) as Bytes), 200, all);
    body.destroy();
    return context.body(null, 200, all);
  });
}
