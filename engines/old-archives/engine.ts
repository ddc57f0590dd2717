import { buildTree, type TreeEntry } from '@bakkum/archive-tree/tree';
import type { Bytes } from '@bakkum/bytes/bytes';
import { type Engine, readInput } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { readAmigaDisk } from './amiga-disk.ts';
import { readArc } from './arc.ts';
import { readDiskMasher } from './dms.ts';
import { readLha } from './lha.ts';
import { MAX_UNPACKED_BYTES } from './packing.ts';
import { readZoo } from './zoo.ts';

const READERS: Readonly<Record<string, (bytes: Bytes) => readonly TreeEntry[]>> = {
  arc: readArc,
  zoo: readZoo,
  adf: readAmigaDisk,
  lzh: readLha,
};

/** Reads archives of the 1980s, and Amiga floppies. */
export const engine: Engine = {
  async convert({ inputs, from }, context) {
    context.signal.throwIfAborted();
    const bytes = await readInput(inputs[0], MAX_UNPACKED_BYTES);
    if (from === 'dms')
      return {
        outputs: [{ content: new Blob([readDiskMasher(bytes)], { type: 'application/x-amiga-disk-format' }) }],
        warnings: [],
      };
    const read = READERS[from];
    if (!read) throw new RangeError(`no reader of ${from}`);
    const entries = read(bytes);
    if (entries.length === 0) throw new ConversionError('empty', 'no file in it');
    const { tree, warnings } = buildTree(entries, bytes.length);
    context.onProgress(1);
    return { outputs: [{ content: tree }], warnings };
  },
};
