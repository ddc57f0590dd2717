import { endingOf } from '@bakkum/archive-tree/endings';
import { innerName, packEachAlone } from '@bakkum/archive-tree/singles';
import { buildTree, FILES, type TreeEntry, type TreeFile, treeOf } from '@bakkum/archive-tree/tree';
import { collect } from '@bakkum/bytes/streams';
import { type ConvertRequest, type ConvertResult, type Engine, readInput } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { readBase64, writeBase64 } from './base64.ts';
import { type NamedFile, readUue, writeUue } from './uuencode.ts';

/** The text is held in memory next to the decoded file. */
const MAX_BYTES = 512 * 1024 * 1024;

/** Converts files encoded as text: Base64 and uuencode. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    if (request.from === FILES) return encoded(request, context.signal);
    const result = decoded(await readInput(request.inputs[0], MAX_BYTES), request);
    context.onProgress(1);
    return result;
  },
};

function decoded(bytes: Uint8Array<ArrayBuffer>, { from, inputs }: ConvertRequest): ConvertResult {
  const text = new TextDecoder('latin1').decode(bytes);
  const name = inputs[0] instanceof Blob ? innerName(inputs[0]) : 'data';
  const files = from === 'uue' ? readUue(text) : [{ name: '', bytes: readBase64(text) }];
  const { tree, warnings } = buildTree(
    files.map((file) => entryOf(file, name)),
    bytes.length,
  );
  return { outputs: [{ content: tree }], warnings };
}

function entryOf({ name, bytes, mode }: NamedFile, fallback: string): TreeEntry {
  const blob = new Blob([bytes]);
  const path = name || (/\.\w{1,5}$/.test(fallback) ? fallback : `${fallback}${endingOf(bytes)}`);
  return { kind: 'file', path, size: blob.size, open: () => blob.stream(), ...(mode === undefined ? {} : { mode }) };
}

function encoded({ inputs, to }: ConvertRequest, signal: AbortSignal): Promise<ConvertResult> {
  return packEachAlone(treeOf(inputs[0]), async (file: TreeFile) => {
    signal.throwIfAborted();
    if (file.size > MAX_BYTES) throw new ConversionError('too-large', `${file.size} bytes to spell out`);
    const bytes = await collect(file.open());
    return new Blob([to === 'uue' ? writeUue(file, bytes) : writeBase64(bytes)], { type: 'text/plain' });
  });
}
