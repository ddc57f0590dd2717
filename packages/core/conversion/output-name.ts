import { safeName } from './file-names.ts';

/**
 * Name of a result: the input's name up to its last dot, a label if one input gives several results, and the new extension. A
 * leading dot starts a name, not an extension. The label may come from the content of the file, so the name is made safe.
 */
export function outputName(inputName: string, extension: string, label?: string): string {
  const dot = inputName.lastIndexOf('.');
  const base = dot > 0 ? inputName.slice(0, dot) : inputName;
  return safeName(`${base}${label ? `-${label}` : ''}.${extension}`);
}
