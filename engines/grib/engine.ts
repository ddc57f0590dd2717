import { type Engine, readInput } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { DATA, dataTree } from '@bakkum/data-tree/tree';
import { readFields } from './messages.ts';
import { pictureOf } from './picture.ts';
import { tablesOfFields } from './table.ts';

/** Values take eight bytes each in memory, one or two when packed. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Converts fields of weather models to a table of points or to images. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const bytes = await readInput(request.inputs[0], MAX_BYTES);
    const [first, ...others] = readFields(bytes, context.signal);
    if (!first) throw new ConversionError('corrupt', 'no field in it');
    context.onProgress(0.8);
    const content = request.to === DATA ? dataTree(tablesOfFields([first, ...others])) : pictureOf([first, ...others]);
    return { outputs: [{ content }], warnings: [] };
  },
};
