import { type Engine, type FormatId, readInput } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { OptionValues } from '@bakkum/conversion/options';
import { isStackOverflow } from '@bakkum/conversion/platform-errors';
import { outlineOf } from './outline.ts';
import { DATA, dataTree, lossNotes } from './tree.ts';
import type { Notes, Value } from './value.ts';

export type DataSource = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly from: FormatId;
  readonly options: OptionValues;
  readonly notes: Notes;
  readonly signal: AbortSignal;
};

/** Reads a whole file as data. Errors: those of the format; a stack overflow becomes `too-large`. */
export type DataReader = (source: DataSource) => Value | Promise<Value>;

/**
 * Creates an engine for formats that are only read: into data, or as an outline in plain text. Errors: `empty` for no bytes,
 * `too-large` above `mostBytes`, and those of the reader.
 */
export function dataEngine(readerOf: (from: FormatId) => DataReader | undefined, mostBytes: number): Engine {
  return {
    async convert({ inputs, from, to, options }, context) {
      const read = readerOf(from);
      if (!read) throw new RangeError(`no reader of ${from}`);
      context.signal.throwIfAborted();
      const bytes = await readInput(inputs[0], mostBytes);
      const notes = lossNotes();
      const value = await shallowEnough(() => read({ bytes, from, options, notes, signal: context.signal }));
      context.signal.throwIfAborted();
      const content = to === DATA ? dataTree(value) : new Blob([outlineOf(value)], { type: 'text/plain' });
      context.onProgress(1);
      return { outputs: [{ content }], warnings: notes.warnings() };
    },
  };
}

async function shallowEnough(work: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (cause) {
    throw isStackOverflow(cause) ? new ConversionError('too-large', 'nested too deep', { cause }) : cause;
  }
}
