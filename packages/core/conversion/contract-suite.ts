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

export type Breach = string;

/** An engine with its context. */
export type Subject = {
  readonly engine: Engine;
  readonly context: Omit<EngineContext, 'signal' | 'onProgress'>;
};

/** Checks the manifest alone: licence, numbers, and option schemas that accept their own defaults and refuse unknown values. */
export function manifestBreaches(manifest: EngineManifest): readonly Breach[] {
  const { license, program, downloadBytes, memory, conversions } = manifest;
  return [
    ...(isSpdxExpression(license) ? [] : [`licence "${license}" is not an SPDX expression`]),
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

function schemaBreaches(schema: OptionsSchema): readonly Breach[] {
  const unknown = parseOptions(schema, { 'no such option': 1 });
  const choices = Object.entries(schema).flatMap(([name, field]) =>
    field.kind === 'choice' ? field.values.map((value) => [name, value] as const) : [],
  );
  return [
    ...(parseOptions(schema, defaultsOf(schema)).ok ? [] : ['its defaults are not valid']),
    ...(!unknown.ok && unknown.problems[0]?.reason === 'unknown' ? [] : ['takes an option it does not know']),
    ...choices
      .filter(([name, value]) => !parseOptions(schema, { [name]: value }).ok)
      .map(([name]) => `refuses a value of ${name}`),
  ];
}

/** Whether a text is an SPDX 2.3 licence expression (annex D), using known identifiers or a package's own licence text. */
export function isSpdxExpression(text: string): boolean {
  const tokens = text.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const takes = (token: string): boolean => tokens[at] === token && (at += 1) > 0;
  const operand = (): boolean => {
    if (takes('(')) return expression() && takes(')');
    const token = (tokens[at] ?? '').replace(/\+$/, '');
    if (!SPDX_LICENSES.has(token) && !/^LicenseRef-[\w.-]+$/.test(token)) return false;
    at += 1;
    return takes('WITH') ? /-exception(-|$)/.test(tokens[at++] ?? '') : true;
  };
  const expression = (): boolean => {
    if (!operand()) return false;
    return takes('AND') || takes('OR') ? expression() : true;
  };
  return expression() && at === tokens.length;
}

const SPDX_LICENSES: ReadonlySet<string> = new Set(
  `0BSD AFL-2.1 AGPL-3.0-only AGPL-3.0-or-later Apache-2.0 Artistic-2.0 BSD-2-Clause BSD-3-Clause BSD-3-Clause-Clear BSL-1.0
  CC0-1.0 CDDL-1.1 EPL-2.0 FTL GPL-2.0-only GPL-2.0-or-later GPL-3.0-only GPL-3.0-or-later HPND IJG ImageMagick ISC LGPL-2.1-only
  LGPL-2.1-or-later LGPL-3.0-only LGPL-3.0-or-later libpng-2.0 libtiff MIT MIT-0 MPL-2.0 OFL-1.1 Python-2.0 Unicode-3.0 Unlicense
  WTFPL Zlib`.split(/\s+/),
);

/** Converts once and checks everything the contract requires of a successful conversion. The caller releases the outputs. */
export async function conversionBreaches(
  { engine, context }: Subject,
  request: ConvertRequest,
): Promise<{ readonly breaches: readonly Breach[]; readonly result?: ConvertResult; readonly refusal?: ConversionErrorCode }> {
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
export async function cancelledBreaches({ engine, context }: Subject, request: ConvertRequest): Promise<readonly Breach[]> {
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
  'unsupported-feature',
  'unsupported-type',
  'too-large',
  'out-of-memory',
]);

function resultBreaches({ outputs, warnings }: ConvertResult, to: string): readonly Breach[] {
  const labels = outputs.map(({ label }) => label);
  return [
    ...(outputs.length > 0 ? outputs.flatMap((output) => outputBreaches(output, to)) : ['has no outputs']),
    ...(new Set(labels).size === labels.length ? [] : [`labels are not distinct: ${labels.join(', ')}`]),
    ...warnings.filter(({ code }) => !WARNING_CODES.includes(code)).map(({ code }) => `unknown warning ${code}`),
  ];
}

function outputBreaches({ content }: EngineOutput, to: string): readonly Breach[] {
  if (!(content instanceof Blob)) return content.interchange === to ? [] : [`answered ${content.interchange}`];
  return [...(content.size > 0 ? [] : ['answered an empty file']), ...(content.type ? [] : ['a file without a media type'])];
}

function progressBreaches(fractions: readonly number[]): readonly Breach[] {
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
