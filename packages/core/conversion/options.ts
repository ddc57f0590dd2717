import { parseArea } from './area.ts';
import type { Capability } from './capabilities.ts';

/** Narrows a field while other options have certain values. */
export type OptionLimit = {
  /** All of these options have one of these values. An option missing in the form counts as not matching. */
  readonly when: Readonly<Record<string, readonly OptionValue[]>>;
  /** Highest value of a number. */
  readonly max?: number;
  /** Lowest value of a number. */
  readonly min?: number;
  /** The only values. */
  readonly values?: readonly (string | number)[];
};

/**
 * Options are data: an engine declares a schema, the form is generated from it, and the same schema parses the submitted values.
 * Interface texts are kept elsewhere; a screen looks them up by the option's name and value.
 */
export type OptionField =
  | {
      readonly kind: 'choice';
      readonly values: readonly string[];
      readonly default: string;
      /** Numbers an encoder is given for a value, in its own scale; shown beside the label. */
      readonly numbers?: Readonly<Record<string, number>>;
      /**
       * Meaning of the numbers: kilobits per second (of stereo audio; of audio that is always mono; of video of 1920×1080 at 30
       * frames per second), or a rate factor (lower is better).
       */
      readonly numbersIn?: 'kbps' | 'kbps-mono' | 'kbps-1080p' | 'crf';
      /** Capability a host needs for a value to be offered. */
      readonly needs?: Readonly<Record<string, Capability>>;
      readonly limits?: readonly OptionLimit[];
    }
  | {
      readonly kind: 'number';
      readonly min: number;
      readonly max: number;
      readonly step: number;
      /**
       * Unit shown beside the field: pixels, points, millimetres, percent, dots per inch, kilobytes, milliseconds, seconds,
       * kilobits per second or frames per second.
       */
      readonly unit?: 'px' | 'pt' | 'mm' | 'percent' | 'dpi' | 'kB' | 'ms' | 's' | 'kbps' | 'fps';
      /** `null` means "not set": the engine decides. */
      readonly default: number | null;
      /** The only values, ascending, where not every step is possible. */
      readonly values?: readonly number[];
      readonly limits?: readonly OptionLimit[];
    }
  | { readonly kind: 'boolean'; readonly default: boolean }
  /** CSS hexadecimal colour, `#rrggbb`. */
  | { readonly kind: 'colour'; readonly default: string }
  /** A part of an image in pixels, `x,y,width,height`; `null` is the whole image. */
  | { readonly kind: 'area'; readonly default: null }
  | { readonly kind: 'text'; readonly maxLength: number; readonly default: string; readonly secret?: boolean };

/**
 * `advanced` fields are folded under "More options"; `combined` fields apply only, or never, when several files become one.
 * Ignoring an `essential` field would make the result wrong or unsafe, so plans that do not support it are no replacement. A field
 * has an effect only if the options named in `when` have one of the listed values. A `last` field is about the file that is written,
 * so a plan offers it only if its step is the last one.
 */
export type OptionsSchema = Readonly<
  Record<
    string,
    OptionField & {
      readonly advanced?: boolean;
      readonly combined?: 'only' | 'never';
      readonly essential?: boolean;
      readonly last?: true;
      readonly when?: OptionLimit['when'];
    }
  >
>;

export type OptionValue = string | number | boolean | null;
export type OptionValues = Readonly<Record<string, OptionValue>>;

export type OptionProblem = {
  readonly option: string;
  readonly reason: 'unknown' | 'wrong-type' | 'out-of-range';
  /** Values the option accepts together with the other given values. */
  readonly allowed?: { readonly min: number; readonly max: number } | { readonly values: readonly (string | number)[] };
};
export type ParsedOptions =
  | { readonly ok: true; readonly values: OptionValues }
  | { readonly ok: false; readonly problems: readonly OptionProblem[] };

/**
 * Options that describe the input file rather than the output: the first step that knows such an option consumes it, and later
 * steps that also have it use their default.
 */
export const USED_UP: ReadonlySet<string> = new Set(['password', 'pages']);

/** Names of the options that would be applied again if a later step of a plan had them too. */
export function repeatable(schema: OptionsSchema): readonly string[] {
  return Object.keys(schema).filter((name) => !USED_UP.has(name) && schema[name]?.last !== true);
}

/** The schema without values that this host cannot produce. */
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
 * Checks raw values against a schema and fills in defaults. Accepts strings that spell numbers and booleans, because command
 * lines and forms send strings. An unknown option is a problem and is not ignored.
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
    else problems.push({ option, reason: parsed.reason, ...allowedBy(field) });
  }
  for (const option of beyondLimits(schema, values)) {
    const field = schema[option];
    problems.push({ option, reason: 'out-of-range', ...(field && allowedBy(limitedField(field, values))) });
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, values };
}

function allowedBy(field: OptionField): Pick<OptionProblem, 'allowed'> {
  if (field.kind === 'choice') return { allowed: { values: field.values } };
  if (field.kind !== 'number') return {};
  return { allowed: field.values ? { values: field.values } : { min: field.min, max: field.max } };
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
    case 'area':
      return parseAreaField(given);
    case 'text':
      if (typeof given !== 'string') return refused('wrong-type');
      return given.length <= field.maxLength ? accepted(given) : refused('out-of-range');
  }
}

function parseNumber(field: Extract<OptionField, { kind: 'number' }>, given: unknown): ParsedField {
  if (given === null || given === '') return field.default === null ? accepted(null) : refused('wrong-type');
  const number = typeof given === 'string' ? Number(given) : given;
  if (typeof number !== 'number' || !Number.isFinite(number)) return refused('wrong-type');
  if (field.values && !field.values.includes(number)) return refused('out-of-range');
  return number >= field.min && number <= field.max ? accepted(number) : refused('out-of-range');
}

function parseAreaField(given: unknown): ParsedField {
  if (given === null || given === '') return accepted(null);
  return typeof given === 'string' && parseArea(given) ? accepted(given) : refused('wrong-type');
}

function parseBoolean(given: unknown): ParsedField {
  if (typeof given === 'boolean') return accepted(given);
  if (given === 'true' || given === 'false') return accepted(given === 'true');
  return refused('wrong-type');
}

/** The field as the other values leave it: an audio bitrate offers what the chosen codec can encode. */
export function limitedField<Field extends OptionField>(field: Field, values: OptionValues): Field {
  if ((field.kind !== 'number' && field.kind !== 'choice') || !field.limits) return field;
  return field.limits.filter(({ when }) => applies(when, values)).reduce<Field>(narrowed, field);
}

/** Names of options whose value the other values rule out. */
export function beyondLimits(schema: OptionsSchema, values: OptionValues): readonly string[] {
  const complete = { ...defaultsOf(schema), ...values };
  return Object.entries(schema).flatMap(([name, field]) => {
    const value = complete[name];
    const hasLimits = (field.kind === 'number' || field.kind === 'choice') && field.limits !== undefined;
    if (!hasLimits || value === undefined || value === field.default) return [];
    return parseField(limitedField(field, complete), value).ok ? [] : [name];
  });
}

/** Returns whether a field has an effect, given the other values. */
export function hasEffect(field: OptionsSchema[string], values: OptionValues): boolean {
  return field.when === undefined || applies(field.when, values);
}

function applies(when: OptionLimit['when'], values: OptionValues): boolean {
  return Object.entries(when).every(([name, some]) => some.some((value) => value === values[name]));
}

function narrowed<Field extends OptionField>(field: Field, { min, max, values }: OptionLimit): Field {
  if (field.kind === 'choice')
    return values
      ? { ...field, values: field.values.filter((value) => value === field.default || values.includes(value)) }
      : field;
  if (field.kind !== 'number') return field;
  const [least, most] = [Math.max(field.min, min ?? field.min), Math.min(field.max, max ?? field.max)];
  const only = field.values ?? values?.filter((value) => typeof value === 'number');
  const left = only?.filter((value) => value >= least && value <= most && (values?.includes(value) ?? true));
  return { ...field, min: least, max: most, ...(left && { values: left }) };
}

/** Names of essential options that were changed from their default. */
export function essentialsIn(schema: OptionsSchema, values: OptionValues): readonly string[] {
  return Object.entries(schema).flatMap(([name, field]) =>
    field.essential && values[name] !== undefined && values[name] !== field.default ? [name] : [],
  );
}

/** The union of several schemas; the first one wins when names repeat. Used to generate one form for a plan of several steps. */
export function mergeSchemas(schemas: readonly OptionsSchema[]): OptionsSchema {
  return Object.assign({}, ...[...schemas].reverse());
}

/** A schema without the fields that apply only to the last step of a plan. */
export function withoutLast(schema: OptionsSchema): OptionsSchema {
  return Object.fromEntries(Object.entries(schema).filter(([, { last }]) => last !== true));
}

/** The part of `values` that a schema knows; other steps of a plan use the rest. */
export function pickOptions(schema: OptionsSchema, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(schema, name)));
}
