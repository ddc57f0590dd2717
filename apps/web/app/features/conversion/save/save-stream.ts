/** Saves large downloads through the disk, so that they are never whole in memory. Loaded with the first zip. */
import { randomId } from '@bakkum/bytes/random-id';
import { freeBytes, pageCanWriteFiles } from '@bakkum/registry/browser/optional-apis.browser';
import { folderOf, sessionFolder } from '@bakkum/registry/browser/session-storage.browser';
import { saveBlob } from './save-blob.ts';

/** Below this size in bytes a blob in memory is faster and fits on any device. */
const LARGE_BYTES = 48_000_000;
/** Folder of downloads next to those of the session's workers; it is deleted with the session. */
const FOLDER = 'downloads';

/**
 * Saves a stream: through the private file system if there is room, else to a file the user picks if the browser supports that,
 * else through memory. Returns false if the user cancels. Rejects with
 * a `DOMException` if it cannot be written.
 * @param bytes approximate size
 */
export async function saveStream(stream: ReadableStream<Uint8Array<ArrayBuffer>>, bytes: number, name: string): Promise<boolean> {
  const file = bytes < LARGE_BYTES ? undefined : ((await onDisk(bytes)) ?? (await chosenFile(name)));
  if (file === 'cancelled') {
    await stream.cancel();
    return false;
  }
  if (file) await stream.pipeTo(await file.handle.createWritable());
  if (!file?.chosen) saveBlob(await (file ? file.handle.getFile() : new Response(stream).blob()), name);
  return true;
}

type Place = { readonly handle: FileSystemFileHandle; readonly chosen: boolean };

async function onDisk(bytes: number): Promise<Place | undefined> {
  const session = await sessionFolder();
  if (session === undefined || !pageCanWriteFiles() || ((await freeBytes()) ?? 0) < bytes * 1.1) return undefined;
  const folder = await folderOf(session, FOLDER);
  return { handle: await folder.getFileHandle(randomId(), { create: true }), chosen: false };
}

/** The File System Access API, which only Chromium has. */
async function chosenFile(name: string): Promise<Place | 'cancelled' | undefined> {
  const picker: unknown = Reflect.get(globalThis, 'showSaveFilePicker');
  if (!isPicker(picker)) return undefined;
  try {
    return { handle: await picker.call(globalThis, { suggestedName: name }), chosen: true };
  } catch (refusal) {
    if (refusal instanceof DOMException && refusal.name === 'AbortError') return 'cancelled';
    // Browsers open the picker only shortly after a click.
    if (refusal instanceof DOMException && refusal.name === 'SecurityError') return undefined;
    throw refusal;
  }
}

type SavePicker = (options: { readonly suggestedName: string }) => Promise<FileSystemFileHandle>;

function isPicker(value: unknown): value is SavePicker {
  return typeof value === 'function';
}
