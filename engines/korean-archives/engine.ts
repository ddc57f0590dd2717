import { buildTree, type TreeEntry } from '@bakkum/archive-tree/tree';
import type { Bytes } from '@bakkum/bytes/bytes';
import { type Engine, readInput } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { readAlz } from './alz.ts';
import { readEgg } from './egg.ts';
import { MAX_ARCHIVE_BYTES } from './stored-file.ts';

const READERS: Readonly<Record<string, (bytes: Bytes, password: string) => readonly TreeEntry[]>> = {
  alz: readAlz,
  egg: readEgg,
};

/** Reads the archives of ALZip. */
export const engine: Engine = {
  async convert({ inputs, from, options }, context) {
    context.signal.throwIfAborted();
    const bytes = await readInput(inputs[0], MAX_ARCHIVE_BYTES);
    const read = READERS[from];
    if (!read) throw new RangeError(`no reader of ${from}`);
    const entries = read(bytes, String(options['password'] ?? ''));
    if (entries.length === 0) throw new ConversionError('empty', 'no file in it');
    const { tree, warnings } = buildTree(entries, bytes.length);
    context.onProgress(1);
    return { outputs: [{ content: tree }], warnings };
  },
};
