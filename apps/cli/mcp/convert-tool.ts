import path from 'node:path';
import type { Warning } from '@bakkum/conversion/engine';
import { outputName } from '@bakkum/conversion/output-name';
import { routeOf } from '@bakkum/conversion/planner';
import type { JobProgress } from '@bakkum/conversion/workers/worker-protocol';
import { warnings as warningTexts } from '@bakkum/messages/warnings.en';
import { formatById, formatNamed } from '@bakkum/registry/catalogue';
import { z } from 'zod';
import type { Converted, Converter } from '../converter.ts';
import { type OpenedFile, openFile } from '../open-file.ts';
import { systemProblem } from '../output-file.ts';
import { FileExists, placeFiles } from '../place-files.ts';
import { progressLine } from '../progress.ts';
import { namedResults } from '../result-names.ts';
import { formatOfName } from '../target-format.ts';
import type { AllowedFolders } from './allowed-folders.ts';
import type { ResultFile, Results } from './results.ts';
import { ToolError, toolErrorSchema } from './tool-error.ts';

/** Conversions that may run or wait at the same time. */
export const MAX_PENDING = 100;
const MAX_OPTIONS = 100;

/** Fields of every tool that writes a result. */
export const resultInput = {
  to: z
    .string()
    .max(100)
    .optional()
    .describe('Target format, an id or extension such as "pdf". Required unless output has an extension.'),
  output: z
    .string()
    .optional()
    .describe(
      'File or existing folder to write to. Default: next to the input, with the new extension. If there are several results, labels are added to their names.',
    ),
  options: z
    .record(z.string().max(100), z.union([z.string().max(10_000), z.number(), z.boolean(), z.null()]))
    .refine((options) => Object.keys(options).length <= MAX_OPTIONS, `at most ${MAX_OPTIONS} options`)
    .optional()
    .describe(
      'Options of this conversion, such as {"quality": "high", "pages": "1-3"}. list_formats with from and to lists them.',
    ),
  overwrite: z.boolean().optional().describe('Replace existing files. Default: false'),
};

export const convertInput = {
  input: z.string().describe('File to convert: a path or file: URL. Relative paths are relative to the first allowed folder.'),
  ...resultInput,
};

export const convertOutput = {
  outputs: z
    .array(z.object({ path: z.string(), uri: z.string(), bytes: z.number(), mediaType: z.string() }))
    .optional()
    .describe('Written files'),
  route: z.string().optional().describe('Formats and engines used for the conversion'),
  fidelity: z.string().optional().describe('lossless, lossy, layout-lost, text-only or picture'),
  warnings: z
    .array(z.object({ code: z.string(), message: z.string() }))
    .optional()
    .describe('What could not be kept'),
  milliseconds: z.number().optional(),
  error: toolErrorSchema.optional(),
};

export type ConvertInput = z.infer<z.ZodObject<typeof convertInput>>;

export type ConvertContext = {
  readonly converter: Converter;
  readonly folders: AllowedFolders;
  readonly results: Results;
};

export type Run = { readonly signal: AbortSignal; readonly onProgress: (percent: number, message: string) => void };

/** Converts a file inside the allowed folders. @throws ToolError */
export async function convertTool({ converter, folders, results }: ConvertContext, given: ConvertInput, run: Run) {
  const input = await folders.file(given.input);
  const file = await openFile(input);
  if (!file) throw new ToolError('not-found', input);
  const to = targetOf(given);
  const output = await destinationOf(folders, given, input, to);
  if (output === input) throw new ToolError('output-is-input', output);
  if (converter.pending() >= MAX_PENDING) throw new ToolError('busy');
  const result = await converter.convert({
    file,
    to,
    options: given.options ?? {},
    signal: run.signal,
    onProgress: reportTo(run, file),
  });
  if (!result.ok) throw new ToolError(result.code, result.detail);
  try {
    if (run.signal.aborted) throw new ToolError('cancelled');
    return await saveResult(result, { output, folders, inputs: [input], overwrite: given.overwrite ?? false }, results);
  } finally {
    await converter.discard(result);
  }
}

/** Format of the result. @throws ToolError */
export function targetOf({ to, output }: Pick<ConvertInput, 'to' | 'output'>): string {
  if (to !== undefined) {
    const named = formatNamed(to);
    if (named === undefined) throw new ToolError('unknown-format', to);
    return named;
  }
  const named = output === undefined ? undefined : formatOfName(output);
  if (named === undefined) throw new ToolError('target-missing');
  return named;
}

function destinationOf(folders: AllowedFolders, { output }: ConvertInput, input: string, to: string): Promise<string> {
  return folders.destination(output ?? path.dirname(input), outputName(path.basename(input), extensionOf(to)));
}

export function extensionOf(format: string): string {
  return formatById(format)?.extensions[0] ?? format;
}

type Writing = {
  readonly output: string;
  /** Files that are never replaced. */
  readonly inputs: readonly string[];
  readonly folders: AllowedFolders;
  readonly overwrite: boolean;
};

/** Writes the result and describes it to the client. @throws ToolError */
export async function saveResult(result: Converted, writing: Writing, results: Results) {
  const written = await write(result, writing);
  return resultOf(
    result,
    written.map(({ file, blob }) => results.add(file, blob.size)),
  );
}

async function write(result: Converted, { output, inputs, folders, overwrite }: Writing) {
  // A folder may have become a link while the file was converted.
  if ((await folders.destination(output, path.basename(output))) !== output)
    throw new ToolError('outside-allowed-folders', output);
  const extension = path.extname(output).slice(1) || extensionOf(result.plan.to);
  const named = namedResults(result.files, path.basename(output), extension);
  const files = named.map(({ blob, name }) => ({ blob, file: path.join(path.dirname(output), name) }));
  const replaced = files.find(({ file }) => inputs.includes(file));
  if (replaced) throw new ToolError('output-is-input', replaced.file);
  try {
    await placeFiles(files, overwrite);
  } catch (error) {
    if (error instanceof FileExists) throw new ToolError('output-exists', error.file);
    const problem = systemProblem(error);
    if (!problem) throw error;
    throw new ToolError(problem.code, problem.reason);
  }
  return files;
}

/** Reports progress to the client, under the name of the file. */
export function reportTo({ onProgress }: Run, { name }: Pick<OpenedFile, 'name'>): (progress: JobProgress) => void {
  const startedAt = performance.now();
  let reported = -1;
  return (progress) => {
    const percent = progress.stage === 'working' ? Math.floor((progress.fraction ?? 0) * 100) : 0;
    // The protocol requires that progress increases.
    if (percent <= reported) return;
    reported = percent;
    onProgress(percent, progressLine(name, progress, performance.now() - startedAt));
  };
}

function resultOf({ plan, warnings, elapsedMs }: Converted, outputs: readonly ResultFile[]) {
  const losses = warnings.map((warning) => ({ code: warning.code, message: sentenceOf(warning) }));
  const lines = [
    ...outputs.map(({ path: file, bytes }) => `${file} (${bytes} bytes)`),
    ...losses.map(({ message }) => `Note: ${message}`),
  ];
  return {
    content: [
      { type: 'text' as const, text: lines.join('\n') },
      ...outputs.map(({ path: file, uri, mediaType }) => ({
        type: 'resource_link' as const,
        uri,
        name: path.basename(file),
        mimeType: mediaType,
      })),
    ],
    structuredContent: {
      outputs: [...outputs],
      route: routeOf(plan),
      fidelity: plan.fidelity,
      warnings: losses,
      milliseconds: Math.round(elapsedMs),
    },
  };
}

function sentenceOf({ code, params = {} }: Warning): string {
  return warningTexts[code].replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}
