import type { Capability } from './capabilities.ts';

/**
 * Options are data: an engine declares a schema, the form is drawn from it, and the same schema parses what comes back.
 * Words for people are not here; a screen looks them up by the option's name and the value.
 */
export type OptionField =
  | {
      readonly kind: 'choice';
      readonly values: readonly string[];
      readonly default: string;
      /** The number an encoder is given for a value, in its own scale; shown beside the word. */
      readonly numbers?: Readonly<Record<string, number>>;
      /**
       * What those numbers are: kilobits a second (of stereo sound; of sound that has one channel whatever its source; of pictures of
       * 1920×1080 at 30 a second), or a rate factor (lower is better).
       */
      readonly numbersIn?: 'kbps' | 'kbps-mono' | 'kbps-1080p' | 'crf';
      /** What a host must be able to do for a value to be offered. */
      readonly needs?: Readonly<Record<string, Capability>>;
    }
  | {
      readonly kind: 'number';
      readonly min: number;
      readonly max: number;
      readonly step: number;
      /** Unit shown beside the field: pixels, points, millimetres, percent, dots per inch, kilobytes, milliseconds, seconds, kilobits and frames a second. */
      readonly unit?: 'px' | 'pt' | 'mm' | 'percent' | 'dpi' | 'kB' | 'ms' | 's' | 'kbps' | 'fps';
      /** `null` means "not set": the engine decides. */
      readonly default: number | null;
    }
  | { readonly kind: 'boolean'; readonly default: boolean }
  /** CSS hexadecimal colour, `#rrggbb`. */
  | { readonly kind: 'colour'; readonly default: string }
  | { readonly kind: 'text'; readonly maxLength: number; readonly default: string; readonly secret?: boolean };

/** `advanced` fields are folded under "More options"; `combined` ones mean something only, or
 * never, where several files become one. */
export type OptionsSchema = Readonly<
  Record<string, OptionField & { readonly advanced?: boolean; readonly combined?: 'only' | 'never' }>
>;

export type OptionValue = string | number | boolean | null;
export type OptionValues = Readonly<Record<string, OptionValue>>;

export type OptionProblem = { readonly option: string; readonly reason: 'unknown' | 'wrong-type' | 'out-of-range' };
export type ParsedOptions =
  | { readonly ok: true; readonly values: OptionValues }
  | { readonly ok: false; readonly problems: readonly OptionProblem[] };

/**
 * About the file that came in, not about the one that goes out: the first step that knows such an option uses it up, and a
 * later one that has it too is given its default.
 */
export const USED_UP: ReadonlySet<string> = new Set(['password', 'pages']);

/** Without the values that this host cannot make. */
export function offeredBy(host: ReadonlySet<Capability>, schema: OptionsSchema): OptionsSchema {
  return Object.fromEntries(
    Object.entries(schema).map(([name, field]) => {
      if (field.kind !== 'choice' || !field.needs) return [name, field];
      const { needs, ...rest } = field;
      const values = field.values.filter((value) => {
        const need = needs[value];
        return need === undefined || host.has(need);
      });
      return [name, { ...rest, values }];
    }),
  );
}

/** The schema's defaults, a complete set of values. */
export function defaultsOf(schema: OptionsSchema): OptionValues {
  return Object.fromEntries(Object.entries(schema).map(([name, field]) => [name, field.default]));
}

/**
 * Checks raw values against a schema and fills in defaults. Strings that spell numbers and booleans are accepted,
 * because command lines and forms send strings. An option the schema does not know is a problem, not ignored.
 */
export function parseOptions(schema: OptionsSchema, raw: Readonly<Record<string, unknown>>): ParsedOptions {
  const problems: OptionProblem[] = [];
  const values: Record<string, OptionValue> = { ...defaultsOf(schema) };
  for (const [option, given] of Object.entries(raw)) {
    if (given === undefined) continue;
    const field = Object.hasOwn(schema, option) ? schema[option] : undefined;
    if (!field) {
      problems.push({ option, reason: 'unknown' });
      continue;
    }
    const parsed = parseField(field, given);
    if (parsed.ok) values[option] = parsed.value;
    else problems.push({ option, reason: parsed.reason });
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, values };
}

type ParsedField =
  | { readonly ok: true; readonly value: OptionValue }
  | { readonly ok: false; readonly reason: OptionProblem['reason'] };

const accepted = (value: OptionValue): ParsedField => ({ ok: true, value });
const refused = (reason: OptionProblem['reason']): ParsedField => ({ ok: false, reason });

function parseField(field: OptionField, given: unknown): ParsedField {
  switch (field.kind) {
    case 'choice':
      return typeof given === 'string' && field.values.includes(given) ? accepted(given) : refused('out-of-range');
    case 'number':
      return parseNumber(field, given);
    case 'boolean':
      return parseBoolean(given);
    case 'colour':
      return typeof given === 'string' && /^#[0-9a-f]{6}$/i.test(given) ? accepted(given.toLowerCase()) : refused('wrong-type');
    case 'text':
      if (typeof given !== 'string') return refused('wrong-type');
      return given.length <= field.maxLength ? accepted(given) : refused('out-of-range');
  }
}

function parseNumber(field: Extract<OptionField, { kind: 'number' }>, given: unknown): ParsedField {
  if (given === null || given === '') return field.default === null ? accepted(null) : refused('wrong-type');
  const number = typeof given === 'string' ? Number(given) : given;
  if (typeof number !== 'number' || !Number.isFinite(number)) return refused('wrong-type');
  return number >= field.min && number <= field.max ? accepted(number) : refused('out-of-range');
}

function parseBoolean(given: unknown): ParsedField {
  if (typeof given === 'boolean') return accepted(given);
  if (given === 'true' || given === 'false') return accepted(given === 'true');
  return refused('wrong-type');
}

/** The union of several schemas, first one wins on a name. Used to draw one form for a plan of several steps. */
export function mergeSchemas(schemas: readonly OptionsSchema[]): OptionsSchema {
  return Object.assign({}, ...[...schemas].reverse());
}

/** The part of `values` that a schema knows; other steps of a plan take theirs. */
export function pickOptions(schema: OptionsSchema, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(schema, name)));
}
