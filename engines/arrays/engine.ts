import { type Engine, type EngineContext, readInput } from '@bakkum/conversion/engine';
import { ConversionError, withinBounds } from '@bakkum/conversion/errors';
import { DATA, dataTree, lossNotes } from '@bakkum/data-tree/tree';
import type { Notes } from '@bakkum/data-tree/value';
import type { ArrayFile } from './array-file.ts';
import { readHdf4 } from './hdf4.ts';
import { readNetcdf } from './netcdf.ts';
import { readNpy } from './npy.ts';
import { tablesOfArrays } from './table.ts';

const MAX_BYTES = 512 * 1024 * 1024;

type Reader = (bytes: Uint8Array<ArrayBuffer>, context: EngineContext, notes: Notes) => ArrayFile | Promise<ArrayFile>;

/** Loads the library, which is much larger than the other readers. */
const hdf5: Reader = async (bytes, context, notes) => {
  const { readHdf5 } = await import('./hdf5.ts');
  return readHdf5(bytes, await context.wasm('hdf5'), notes);
};

/** A netCDF-4 file is an HDF5 file. */
const isHdf5 = (bytes: Uint8Array): boolean => new TextDecoder('latin1').decode(bytes.subarray(1, 4)) === 'HDF';

const READERS: Readonly<Record<string, Reader>> = {
  hdf4: readHdf4,
  hdf5,
  netcdf: (bytes, context, notes) => (isHdf5(bytes) ? hdf5(bytes, context, notes) : readNetcdf(bytes)),
  npy: readNpy,
};

/** Converts arrays of measurements to tables with one row per element. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const read = READERS[request.from];
    if (!read || request.to !== DATA) throw new ConversionError('internal', `${request.from} is not read here`);
    const bytes = await readInput(request.inputs[0], MAX_BYTES);
    const notes = lossNotes();
    const file = await withinBounds(() => read(bytes, context, notes));
    context.onProgress(0.5);
    context.signal.throwIfAborted();
    return { outputs: [{ content: dataTree(tablesOfArrays(file)) }], warnings: notes.warnings() };
  },
};
