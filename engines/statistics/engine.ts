import type { Bytes } from '@bakkum/bytes/bytes';
import { type Engine, readInput } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { dataTree } from '@bakkum/data-tree/tree';
import { recordsOf, type Variable } from './dataset.ts';
import { readDta } from './dta.ts';
import { readSas } from './sas.ts';
import { readSav } from './sav.ts';
import { readTransport } from './transport.ts';

/** Reads data sets of SPSS, Stata and SAS as records. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const bytes = await readInput(request.inputs[0]);
    const variables = await variablesOf(bytes, request.from);
    if (variables.length === 0) throw new ConversionError('empty', 'no variable in it');
    context.onProgress(0.8);
    const records = recordsOf(variables, request.options['codedValues'] === 'labels');
    return { outputs: [{ content: dataTree(records) }], warnings: [] };
  },
};

async function variablesOf(bytes: Bytes, from: string): Promise<readonly Variable[]> {
  if (from === 'sav') return readSav(bytes);
  if (from === 'dta') return readDta(bytes);
  return bytes[0] === 0x48 ? readTransport(bytes) : readSas(bytes);
}
