import { type Engine, readInput } from '@bakkum/conversion/engine';
import { ConversionError, withinBounds } from '@bakkum/conversion/errors';
import { DATA, dataTree } from '@bakkum/data-tree/tree';
import type { ArrayFile } from './array-file.ts';
import { readHdf4 } from './hdf4.ts';
import { readNetcdf } from './netcdf.ts';
import { readNpy } from './npy.ts';
import { tablesOfArrays } from './table.ts';

const MAX_BYTES = 512 * 1024 * 1024;

const READERS: Readonly<Record<string, (bytes: Uint8Array<ArrayBuffer>) => ArrayFile>> = {
  hdf4: readHdf4,
  netcdf: readNetcdf,
  npy: readNpy,
};

/** Converts arrays of measurements to tables with one row per element. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const read = READERS[request.from];
    if (!read || request.to !== DATA) throw new ConversionError('internal', `${request.from} is not read here`);
    const bytes = await readInput(request.inputs[0], MAX_BYTES);
    const file = withinBounds(() => read(bytes));
    context.onProgress(0.5);
    context.signal.throwIfAborted();
    return { outputs: [{ content: dataTree(tablesOfArrays(file)) }], warnings: [] };
  },
};
