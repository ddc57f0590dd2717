/** Sentences about single fields of a request, in the language of the client. */
import type { FieldIssue, FieldProblem } from '@bakkum/api-contract/problem';
import { UNSUPPORTED_CHARACTERS } from '@bakkum/api-contract/text';
import type { Locale } from '@bakkum/i18n/locale';
import { z } from 'zod';

/** A rejected field, with the rule that it breaks. */
export type FieldFault = {
  /** Path of the field in the request; empty if the rule concerns several fields. */
  readonly field: string;
  readonly problem: FieldProblem;
  /** Lower or upper limit of `unit`. */
  readonly limit?: number;
  readonly unit?: 'characters' | 'entries' | 'number';
  /** The accepted values. */
  readonly values?: readonly string[];
  /** The expected type or notation. */
  readonly kind?: Kind;
  /** Fields of which exactly one is expected. */
  readonly oneOf?: readonly string[];
};

const KINDS = ['string', 'number', 'boolean', 'object', 'array', 'email', 'url', 'uuid', 'datetime'] as const;
type Kind = (typeof KINDS)[number];

type Sentences = {
  readonly required: (field: string) => string;
  readonly invalid: (field: string) => string;
  readonly unavailable: (field: string) => string;
  readonly unknown: (field: string) => string;
  readonly characters: (field: string) => string;
  readonly values: (field: string, values: string) => string;
  readonly oneOf: (fields: string) => string;
  readonly kind: (field: string, kind: string) => string;
  readonly kinds: Readonly<Record<Kind, string>>;
  readonly least: Readonly<Record<'characters' | 'entries' | 'number', (field: string, limit: string) => string>>;
  readonly most: Readonly<Record<'characters' | 'entries' | 'number', (field: string, limit: string) => string>>;
  readonly body: string;
};

const ENGLISH: Sentences = {
  required: (field) => `“${field}” is required.`,
  invalid: (field) => `The value of “${field}” isn’t valid.`,
  unavailable: (field) => `“${field}” isn’t available on this server.`,
  unknown: (field) => `“${field}” isn’t a known field.`,
  characters: (field) => `“${field}” contains characters that can’t be stored.`,
  values: (field, values) => `“${field}” must be one of these: ${values}.`,
  oneOf: (fields) => `Send exactly one of these fields: ${fields}.`,
  kind: (field, kind) => `“${field}” must be ${kind}.`,
  kinds: {
    string: 'text',
    number: 'a number',
    boolean: 'true or false',
    object: 'a JSON object',
    array: 'a list',
    email: 'an email address',
    url: 'a URL',
    uuid: 'a UUID',
    datetime: 'a date and time in ISO 8601 format',
  },
  least: {
    characters: (field, limit) => `“${field}” needs at least ${limit} ${limit === '1' ? 'character' : 'characters'}.`,
    entries: (field, limit) => `“${field}” needs at least ${limit} ${limit === '1' ? 'entry' : 'entries'}.`,
    number: (field, limit) => `“${field}” must be at least ${limit}.`,
  },
  most: {
    characters: (field, limit) => `“${field}” can have at most ${limit} ${limit === '1' ? 'character' : 'characters'}.`,
    entries: (field, limit) => `“${field}” can have at most ${limit} ${limit === '1' ? 'entry' : 'entries'}.`,
    number: (field, limit) => `“${field}” must be at most ${limit}.`,
  },
  body: 'The request isn’t valid.',
};

/** The noun 값 after every field name carries the particle, so that field names need none. */
const KOREAN: Sentences = {
  required: (field) => `‘${field}’ 값이 필요해요.`,
  invalid: (field) => `‘${field}’ 값이 올바르지 않아요.`,
  unavailable: (field) => `이 서버에서는 ‘${field}’ 기능을 쓸 수 없어요.`,
  unknown: (field) => `‘${field}’ 필드는 쓸 수 없어요.`,
  characters: (field) => `‘${field}’ 값에 저장할 수 없는 문자가 있어요.`,
  values: (field, values) => `‘${field}’ 값으로는 ${values} 중 하나만 쓸 수 있어요.`,
  oneOf: (fields) => `${fields} 필드 중 하나만 보내 주세요.`,
  kind: (field, kind) => `‘${field}’ 값은 ${kind} 형식이어야 해요.`,
  kinds: {
    string: '텍스트',
    number: '숫자',
    boolean: 'true 또는 false',
    object: 'JSON 객체',
    array: '목록',
    email: '이메일 주소',
    url: '웹 주소',
    uuid: 'UUID',
    datetime: 'ISO 8601 날짜와 시간',
  },
  least: {
    characters: (field, limit) => `‘${field}’ 값은 ${limit}자 이상이어야 해요.`,
    entries: (field, limit) => `‘${field}’ 값은 ${limit}개 이상이어야 해요.`,
    number: (field, limit) => `‘${field}’ 값은 ${limit} 이상이어야 해요.`,
  },
  most: {
    characters: (field, limit) => `‘${field}’ 값은 ${limit}자까지 쓸 수 있어요.`,
    entries: (field, limit) => `‘${field}’ 값은 ${limit}개까지 쓸 수 있어요.`,
    number: (field, limit) => `‘${field}’ 값은 ${limit} 이하여야 해요.`,
  },
  body: '올바르지 않은 요청이에요.',
};

const SENTENCES: Readonly<Record<Locale, Sentences>> = { en: ENGLISH, ko: KOREAN };

/** Describes a rejected field in one sentence. */
export function fieldSentence(fault: FieldFault, locale: Locale): string {
  const say = SENTENCES[locale];
  const { field, problem, limit, unit = 'characters', values, kind, oneOf } = fault;
  if (oneOf) return say.oneOf(oneOf.join(', '));
  if (field === '') return say.body;
  if (problem === 'required' || problem === 'unavailable' || problem === 'unknown') return say[problem](field);
  if (problem === UNSUPPORTED_CHARACTERS) return say.characters(field);
  if (values) return say.values(field, values.join(', '));
  if (limit !== undefined) return say[problem === 'too-long' ? 'most' : 'least'][unit](field, String(limit));
  return kind ? say.kind(field, say.kinds[kind]) : say.invalid(field);
}

export function fieldIssue(fault: FieldFault, locale: Locale): FieldIssue {
  return { field: fault.field, problem: fault.problem, message: fieldSentence(fault, locale) };
}

/** Input of a failed validation, which the validator provides and its type does not declare. */
export function inputOf(result: object): unknown {
  return 'data' in result ? result.data : undefined;
}

/** Maximum number of faults in a response. A client needs no more to correct its request. */
export const MAX_FAULTS = 50;

/** Converts schema errors of an input to faults, one per field. */
export function fieldFaults(error: z.core.$ZodError, input: unknown): FieldFault[] {
  const faults = new Map<string, FieldFault>();
  for (const issue of error.issues) {
    for (const fault of faultsOf(issue, valueAt(input, issue.path) === undefined)) {
      if (!faults.has(fault.field)) faults.set(fault.field, fault);
      if (faults.size === MAX_FAULTS) return [...faults.values()];
    }
  }
  return [...faults.values()];
}

function faultsOf(issue: z.core.$ZodIssue, isMissing: boolean): FieldFault[] {
  const field = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ field: [...issue.path, key].join('.'), problem: 'unknown' }));
  }
  return [{ field, ...ruleOf(issue, isMissing) }];
}

function ruleOf(issue: z.core.$ZodIssue, isMissing: boolean): Omit<FieldFault, 'field'> {
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return { problem: 'required' };
      return { problem: 'too-short', limit: Number(issue.minimum), unit: unitOf(issue.origin) };
    case 'too_big':
      return { problem: 'too-long', limit: Number(issue.maximum), unit: unitOf(issue.origin) };
    case 'invalid_type':
      return isMissing ? { problem: 'required' } : { problem: 'invalid', ...kindOf(issue.expected) };
    case 'invalid_format':
      return { problem: 'invalid', ...kindOf(issue.format) };
    case 'invalid_value':
      return isMissing ? { problem: 'required' } : { problem: 'invalid', values: issue.values.map(String) };
    case 'custom':
      if (issue.params?.['problem'] === UNSUPPORTED_CHARACTERS) return { problem: UNSUPPORTED_CHARACTERS };
      return isMissing ? { problem: 'required' } : { problem: 'invalid', ...oneOfIn(issue.params) };
    default:
      return { problem: 'invalid' };
  }
}

/** The value at a path. Errors contain no input, because it may be secret. */
function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), input);
}

function isRecord(value: unknown): value is Readonly<Record<PropertyKey, unknown>> {
  return typeof value === 'object' && value !== null;
}

function unitOf(origin: string): 'characters' | 'entries' | 'number' {
  if (origin === 'string') return 'characters';
  return origin === 'array' || origin === 'set' || origin === 'map' ? 'entries' : 'number';
}

function kindOf(name: string): Pick<FieldFault, 'kind'> {
  const kind = KINDS.find((each) => each === name) ?? { int: 'number' as const, record: 'object' as const }[name];
  return kind ? { kind } : {};
}

const oneOfParams = z.object({ oneOf: z.array(z.string()) });

/** Schemas that expect one of several fields name them in the parameters of their check. */
function oneOfIn(params: unknown): Pick<FieldFault, 'oneOf'> {
  const found = oneOfParams.safeParse(params);
  return found.success ? { oneOf: found.data.oneOf } : {};
}
