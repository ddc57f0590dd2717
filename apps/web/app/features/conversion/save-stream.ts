/** Large downloads by way of the disk, so that they never lie in memory whole. Loaded with the first zip. */
import { folderOf, sessionFolder } from '@bakkum/registry/session-storage.browser';
import { saveBlob } from './save-blob.ts';

/** Below this a blob in memory is quicker, and no device minds. */
const LARGE_BYTES = 48_000_000;
/** Folder of downloads among those of the session's workers; it is removed with the session. */
const FOLDER = 'downloads';

/**
 * Saves what a stream brings: by way of the private disk where there is room, else into a file the person chooses where the browser
 * can do that, else by way of memory. Rejects with a `DOMException` where it cannot be written.
 * @param bytes about how many will come
 */
export async function saveStream(stream: ReadableStream<Uint8Array<ArrayBuffer>>, bytes: number, name: string): Promise<void> {
  if (bytes < LARGE_BYTES) return saveBlob(await new Response(stream).blob(), name);
  const file = (await onDisk(bytes)) ?? (await chosenFile(name));
  if (!file) return saveBlob(await new Response(stream).blob(), name);
  await stream.pipeTo(await file.handle.createWritable());
  if (!file.chosen) saveBlob(await file.handle.getFile(), name);
}

type Place = { readonly handle: FileSystemFileHandle; readonly chosen: boolean };

async function onDisk(bytes: number): Promise<Place | undefined> {
  const session = await sessionFolder();
  if (session === undefined || !('createWritable' in FileSystemFileHandle.prototype)) return undefined;
  const { quota = 0, usage = 0 } = await navigator.storage.estimate();
  if (quota - usage < bytes * 1.1) return undefined;
  const folder = await folderOf(session, FOLDER);
  return { handle: await folder.getFileHandle(crypto.randomUUID(), { create: true }), chosen: false };
}

/** The File System Access API, which only Chromium has. */
async function chosenFile(name: string): Promise<Place | undefined> {
  const picker: unknown = Reflect.get(globalThis, 'showSaveFilePicker');
  if (!isPicker(picker)) return undefined;
  return { handle: await picker.call(globalThis, { suggestedName: name }), chosen: true };
}

type SavePicker = (options: { readonly suggestedName: string }) => Promise<FileSystemFileHandle>;

function isPicker(value: unknown): value is SavePicker {
  return typeof value === 'function';
}
