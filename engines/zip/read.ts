import { decodeNames } from '@bakkum/archive-tree/names';
import { exactly } from '@bakkum/archive-tree/streams';
import { buildTree, type TreeEntry } from '@bakkum/archive-tree/tree';
import type { Bytes } from '@bakkum/bytes/bytes';
import { blobOf, type ConvertRequest, type ConvertResult, type EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { BlobReader, type Entry, type FileEntry, ZipReader } from '@zip.js/zip.js';
import { toRefusal } from './refusals.ts';

const STORED = 0;
const DEFLATED = 8;
const DEFLATED_64 = 9;
const READABLE: ReadonlySet<number> = new Set([STORED, DEFLATED, DEFLATED_64]);
/** Maximum length of a symbolic link target (PATH_MAX of Linux). */
const LINK_TARGET_BYTES = 4096;

type Opening = { readonly password: string; readonly signal: AbortSignal };

/** Opens a zip as a folder of files that are unpacked on demand; its bytes are read in place from the blob. */
export async function readZip(request: ConvertRequest, { signal }: EngineContext): Promise<ConvertResult> {
  signal.throwIfAborted();
  const blob = blobOf(request.inputs[0]);
  const opening = { password: String(request.options['password'] ?? ''), signal };
  try {
    const reader = new ZipReader(new BlobReader(blob), { strictness: 'tolerant', useWebWorkers: false });
    const entries = await reader.getEntries();
    await assertReadable(entries, opening);
    const names = namesOf(entries);
    const listed = await Promise.all(entries.map((entry, index) => toTreeEntry(entry, names[index] ?? entry.filename, opening)));
    const { tree, warnings } = buildTree(listed, blob.size);
    return { outputs: [{ content: tree }], warnings };
  } catch (thrown) {
    throw toRefusal(thrown);
  }
}

/** Checked before unpacking, so that another engine can be tried or a password requested. */
async function assertReadable(entries: readonly Entry[], { password, signal }: Opening): Promise<void> {
  const odd = entries.find((entry) => !entry.directory && !READABLE.has(entry.compressionMethod));
  if (odd) throw new ConversionError('unsupported-feature', `compression method ${odd.compressionMethod}`);
  const locked = entries.find((entry): entry is FileEntry => !entry.directory && entry.encrypted);
  if (!locked) return;
  if (password === '') throw new ConversionError('encrypted', 'an entry asks for a password');
  await locked.getData(new WritableStream(), { password, signal, checkPasswordOnly: true, useWebWorkers: false });
}

/** Names without the UTF-8 flag use the packer's system encoding; CP949 and Shift-JIS are common. */
function namesOf(entries: readonly Entry[]): readonly string[] {
  const unmarked = entries.filter((entry) => !entry.filenameUTF8);
  const decoded = decodeNames(unmarked.map((entry) => entry.rawFilename));
  const names = new Map(unmarked.map((entry, index) => [entry, decoded?.[index] ?? entry.filename]));
  return entries.map((entry) => names.get(entry) ?? entry.filename);
}

async function toTreeEntry(entry: Entry, path: string, opening: Opening): Promise<TreeEntry> {
  const mode = entry.unixMode === undefined ? {} : { mode: entry.unixMode & 0o777 };
  const common = { path, modifiedAt: entry.lastModDate, ...mode };
  if (entry.directory) return { ...common, kind: 'directory' };
  if (entry.symlink && entry.uncompressedSize <= LINK_TARGET_BYTES) {
    const target = await new Response(contentOf(entry, opening)).text();
    return { ...common, kind: 'link', target };
  }
  return { ...common, kind: 'file', size: entry.uncompressedSize, open: () => contentOf(entry, opening) };
}

function contentOf(entry: FileEntry, { password, signal }: Opening): ReadableStream<Bytes> {
  const { readable, writable } = exactly(entry.uncompressedSize);
  const options = { signal, useWebWorkers: false, checkSignature: true, ...(entry.encrypted ? { password } : {}) };
  // The stream is aborted with the same reason, which the consumer receives.
  entry.getData(writable, options).catch((thrown: unknown) => writable.abort(thrown).catch(() => undefined));
  return inOurCodes(readable);
}

function inOurCodes(stream: ReadableStream<Bytes>): ReadableStream<Bytes> {
  const reader = stream.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (thrown) {
        controller.error(toRefusal(thrown));
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
