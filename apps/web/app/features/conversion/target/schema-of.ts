import type { OptionsSchema } from '@bakkum/conversion/options';
import type { ConversionCore } from '../conversion-core.ts';
import type { FileItem } from '../list/conversion-state.ts';

/** Returns the options of the conversion chosen for a file; empty if none is chosen. */
export function schemaOf({ format, target, way }: FileItem, core: ConversionCore): OptionsSchema {
  return format && target !== undefined ? core.optionsFor(format.id, target, way) : {};
}
