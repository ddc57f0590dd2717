/**
 * Checks that every engine follows the engine contract. They know no engine and no format: a test passes what to convert and
 * receives the violations as sentences for the engine's author; an empty list means success.
 */
import { areEqual } from '@bakkum/bytes/bytes';
import { BytesError } from '@bakkum/bytes/errors';
import {
  type ConvertRequest,
  type ConvertResult,
  type Engine,
  type EngineContext,
  type EngineManifest,
  type EngineOutput,
  WARNING_CODES,
} from './engine.ts';
import { CONVERSION_ERROR_CODES, ConversionError, type ConversionErrorCode, toConversionError } from './errors.ts';
import { defaultsOf, type OptionsSchema, parseOptions } from './options.ts';

export type Violation = string;

/** An engine with its context. */
export type Subject = {
  readonly engine: Engine;
  readonly context: Omit<EngineContext, 'signal' | 'onProgress'>;
};

/** Checks the manifest alone: numbers, and option schemas that accept their own defaults and refuse unknown values. */
export function manifestViolations(manifest: EngineManifest): readonly Violation[] {
  const { program, downloadBytes, memory, conversions } = manifest;
  return [
    ...(!program || (program.name && program.version && program.homepage.startsWith('https://'))
      ? []
      : ['program lacks a name, a version or an https homepage']),
    ...[downloadBytes, memory.baseBytes, memory.perInputByte]
      .filter((number) => !(Number.isFinite(number) && number >= 0))
      .map((number) => `${number} is no amount of bytes`),
    ...(conversions.length > 0 ? [] : ['converts nothing']),
    ...conversions.flatMap(({ from, to, cost, options = {} }) => {
      const name = `${from.join(',')} → ${to.join(',')}`;
      return [
        ...(from.length > 0 && to.length > 0 ? [] : [`${name}: one side is empty`]),
        ...(Number.isFinite(cost) && cost > 0 ? [] : [`${name}: ${cost} is no cost`]),
        ...schemaBreaches(options).map((breach) => `${name}: ${breach}`),
      ];
    }),
  ];
}

function schemaBreaches(schema: OptionsSchema): readonly Violation[] {
  const unknown = parseOptions(schema, { 'no such option': 1 });
  const choices = Object.entries(schema).flatMap(([name, field]) =>
    field.kind === 'choice' ? field.values.map((value) => [name, value] as const) : [],
  );
  return [
    ...(parseOptions(schema, defaultsOf(schema)).ok ? [] : ['its defaults are not valid']),
    ...(!unknown.ok && unknown.problems[0]?.reason === 'unknown' ? [] : ['takes an option it does not know']),
    ...choices
      // A value may need another choice: 22.05 kHz needs a codec that has it.
      .filter(
        ([name, value]) =>
          ![[name, value] as const, ...choices].some(([other, its]) => parseOptions(schema, { [other]: its, [name]: value }).ok),
      )
      .map(([name]) => `refuses a value of ${name}`),
  ];
}

/** Converts once and checks everything the contract requires of a successful conversion. The caller releases the outputs. */
export async function conversionViolations(
  { engine, context }: Subject,
  request: ConvertRequest,
): Promise<{ readonly breaches: readonly Violation[]; readonly result?: ConvertResult; readonly refusal?: ConversionErrorCode }> {
  const before = await bytesOfInputs(request);
  const fractions: number[] = [];
  const { signal } = new AbortController();
  Object.freeze(request.options);
  Object.freeze(request.inputs);
  try {
    const onProgress = (fraction: number): void => void fractions.push(fraction);
    const result = await engine.convert(Object.freeze(request), { ...context, signal, onProgress });
    const after = await bytesOfInputs(request);
    const breaches = [
      ...resultBreaches(result, request.to),
      ...progressBreaches(fractions),
      ...(before.every((bytes, index) => isSame(bytes, after[index])) ? [] : ['changed its input']),
    ];
    return { breaches, result };
  } catch (raw) {
    const thrown = raw instanceof BytesError ? toConversionError(raw) : raw;
    const refusal = thrown instanceof ConversionError ? { refusal: thrown.code } : {};
    return { breaches: [`failed: ${describe(thrown)}`], ...refusal };
  }
}

/** Checks that an engine whose signal fired before its start rejects and returns no output. */
export async function cancellationViolations(
  { engine, context }: Subject,
  request: ConvertRequest,
): Promise<readonly Violation[]> {
  try {
    await engine.convert(request, { ...context, signal: AbortSignal.abort(), onProgress: () => undefined });
    return ['converted although it was cancelled before'];
  } catch (thrown) {
    const name = thrown instanceof Error ? thrown.name : '';
    if (name === 'AbortError' || (thrown instanceof ConversionError && thrown.code === 'cancelled')) return [];
    return [`answered a cancel with ${describe(thrown)}`];
  }
}

/** Whether the code is a valid answer to a damaged file. The other codes mean a defect in our code. */
export function isRefusal(code: ConversionErrorCode): boolean {
  return REFUSALS.has(code);
}

const REFUSALS: ReadonlySet<ConversionErrorCode> = new Set<ConversionErrorCode>([
  'empty',
  'corrupt',
  'encrypted',
  'wrong-password',
  'copy-protected',
  'parts-elsewhere',
  'size-unknown',
  'no-coordinates',
  'crop-outside',
  'unsupported-feature',
  'unsupported-type',
  'too-large',
  'out-of-memory',
]);

function resultBreaches({ outputs, warnings }: ConvertResult, to: string): readonly Violation[] {
  const labels = outputs.map(({ label }) => label);
  return [
    ...(outputs.length > 0 ? outputs.flatMap((output) => outputBreaches(output, to)) : ['has no outputs']),
    ...(new Set(labels).size === labels.length ? [] : [`labels are not distinct: ${labels.join(', ')}`]),
    ...warnings.filter(({ code }) => !WARNING_CODES.includes(code)).map(({ code }) => `unknown warning ${code}`),
  ];
}

function outputBreaches({ content }: EngineOutput, to: string): readonly Violation[] {
  if (!(content instanceof Blob)) return content.interchange === to ? [] : [`answered ${content.interchange}`];
  return [...(content.size > 0 ? [] : ['answered an empty file']), ...(content.type ? [] : ['a file without a media type'])];
}

function progressBreaches(fractions: readonly number[]): readonly Violation[] {
  return fractions.flatMap((fraction, index) => [
    ...(fraction >= 0 && fraction <= 1 ? [] : [`progress ${fraction}`]),
    ...(fraction >= (fractions[index - 1] ?? 0) ? [] : [`progress fell to ${fraction}`]),
  ]);
}

function bytesOfInputs({ inputs }: ConvertRequest): Promise<readonly Uint8Array[]> {
  const files = inputs.filter((input) => input instanceof Blob);
  return Promise.all(files.map(async (file) => new Uint8Array(await file.arrayBuffer())));
}

function isSame(one: Uint8Array, other: Uint8Array | undefined): boolean {
  return other !== undefined && areEqual(one, other);
}

function describe(thrown: unknown): string {
  if (!(thrown instanceof ConversionError)) return `an untyped error: ${String(thrown)}`;
  return CONVERSION_ERROR_CODES.includes(thrown.code) ? `${thrown.code}: ${thrown.message}` : `unknown code ${thrown.code}`;
}
