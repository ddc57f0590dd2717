import path from 'node:path';
import { z } from 'zod';
import type { NotConverted } from '../converter.ts';
import { type OpenedFile, openFile } from '../open-file.ts';
import type { AllowedFolders } from './allowed-folders.ts';
import {
  type ConvertContext,
  extensionOf,
  MAX_PENDING,
  type Run,
  reportTo,
  resultInput,
  saveResult,
  targetOf,
} from './convert-tool.ts';
import { ToolError } from './tool-error.ts';

/** As many files as a job of the API takes. */
const MAX_FILES = 100;

export const combineInput = {
  operation: z
    .enum(['combine', 'compare'])
    .describe('combine: one file of 2 to 100, in their order. compare: the differences of 2 documents, as pdf, txt or json'),
  inputs: z
    .array(z.string())
    .min(2)
    .max(MAX_FILES)
    .describe('Files: paths or file: URLs. Relative paths are relative to the first allowed folder.'),
  ...resultInput,
  output: resultInput.output.describe(
    'File or existing folder to write to. Default: combined or comparison with the new extension, next to the first input.',
  ),
};

export type CombineInput = z.infer<z.ZodObject<typeof combineInput>>;

/** Names of results, without extension. */
const NAMES = { combine: 'combined', compare: 'comparison' } as const;

/** Makes one file of several inside the allowed folders. @throws ToolError */
export async function combineTool({ converter, folders, results }: ConvertContext, given: CombineInput, run: Run) {
  const { operation, options = {}, overwrite = false } = given;
  if (operation === 'compare' && given.inputs.length > 2) throw new ToolError('too-many-files', 'compare takes 2 files');
  const to = targetOf(given);
  const { inputs, files } = await openAll(folders, given.inputs);
  const name = `${NAMES[operation]}.${extensionOf(to)}`;
  const output = await folders.destination(given.output ?? path.dirname(inputs[0]), name);
  if (inputs.includes(output)) throw new ToolError('output-is-input', output);
  if (converter.pending() >= MAX_PENDING) throw new ToolError('busy');
  const onProgress = reportTo(run, { name: path.basename(output) });
  const result = await converter.operate(operation, { files, to, options, signal: run.signal, onProgress });
  if (!result.ok) throw new ToolError(result.code, detailOf(result, inputs));
  try {
    if (run.signal.aborted) throw new ToolError('cancelled');
    return await saveResult(result, { output, folders, inputs, overwrite }, results);
  } finally {
    await converter.discard(result);
  }
}

type Several<Item> = readonly [Item, Item, ...Item[]];

async function openAll(
  folders: AllowedFolders,
  given: readonly string[],
): Promise<{ readonly inputs: Several<string>; readonly files: Several<OpenedFile> }> {
  const opened: { readonly input: string; readonly file: OpenedFile }[] = [];
  for (const text of given) {
    const input = await folders.file(text);
    const file = await openFile(input);
    if (!file) throw new ToolError('not-found', input);
    opened.push({ input, file });
  }
  const [first, second, ...rest] = opened;
  if (!first || !second) throw new RangeError('fewer than two files');
  return {
    inputs: [first.input, second.input, ...rest.map(({ input }) => input)],
    files: [first.file, second.file, ...rest.map(({ file }) => file)],
  };
}

/** Names the file that failed. */
function detailOf({ detail, input }: NotConverted, inputs: readonly string[]): string {
  const file = input === undefined ? undefined : inputs[input];
  return file === undefined ? detail : `${file}: ${detail}`;
}
