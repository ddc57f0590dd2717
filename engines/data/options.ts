import type { OptionsSchema } from '@bakkum/conversion/options';
import { DATA } from '@bakkum/data-tree/tree';
import { ENCODINGS } from '@bakkum/document-input/text-encoding';
import { OUTPUT_ENCODING_OPTION } from '@bakkum/document-output/text-encoding';
import { BINARY, TABLES } from './kinds.ts';

const INPUT_ENCODING: OptionsSchema = {
  inputEncoding: { kind: 'choice', values: ['auto', ...ENCODINGS], default: 'auto', advanced: true },
};

/** Options of a pair: type detection for text cells, encodings if the format does not fix them. */
export function optionsFor(from: string, to: string): OptionsSchema {
  return {
    ...(TABLES.has(from) ? { detectTypes: { kind: 'boolean', default: true } as const } : {}),
    ...(to === 'csv' ? { separator: { kind: 'choice', values: ['comma', 'semicolon', 'tab'], default: 'comma' } as const } : {}),
    ...(BINARY.has(from) || from === DATA ? {} : INPUT_ENCODING),
    ...(TABLES.has(to) || LINES.has(to) ? OUTPUT_ENCODING_OPTION : {}),
  };
}

/** Settings files, which do not declare an encoding. The others are UTF-8 by definition. */
const LINES: ReadonlySet<string> = new Set(['ini', 'env']);
