import { decodeLatin1, encodeLatin1 } from '@bakkum/bytes/bytes';
import type { ByteStream } from '../filters/byte-stream.ts';

/** The objects of PostScript (PostScript Language Reference, third edition, 3.3). */
export type PsInteger = { readonly kind: 'integer'; readonly value: number };
export type PsReal = { readonly kind: 'real'; readonly value: number };
export type PsBoolean = { readonly kind: 'boolean'; readonly value: boolean };
export type PsName = { readonly kind: 'name'; readonly text: string; readonly executable: boolean };
export type PsString = { readonly kind: 'string'; readonly bytes: Uint8Array; readonly executable: boolean };
/** The value shared by several array objects. `level` is the save level at which it was last copied or created. */
export type ArrayBody = { items: PsObject[]; level: number };
export type PsArray = {
  readonly kind: 'array';
  readonly body: ArrayBody;
  readonly start: number;
  readonly length: number;
  readonly executable: boolean;
  readonly packed: boolean;
};
export type DictKey = string | number | boolean | object;
export type DictBody = {
  entries: Map<DictKey, PsObject>;
  /** Composite objects used as keys, by their identity. */
  composites: Map<DictKey, PsObject>;
  level: number;
  readonly capacity: number;
};
export type PsDict = { readonly kind: 'dict'; readonly body: DictBody };
/** `index` identifies the operator in the machine. */
export type PsOperator = { readonly kind: 'operator'; readonly name: string; readonly index: number };
export type PsFile = { readonly kind: 'file'; readonly stream: ByteStream; readonly executable: boolean };
export type PsMark = { readonly kind: 'mark' };
export type PsNull = { readonly kind: 'null' };
export type PsSave = { readonly kind: 'save'; readonly level: number; readonly graphicsDepth: number };
export type PsFontId = { readonly kind: 'fontid'; readonly id: number };
/** Its content is stored by the machine. */
export type PsGraphicsState = { readonly kind: 'gstate' };

export type PsObject =
  | PsInteger
  | PsReal
  | PsBoolean
  | PsName
  | PsString
  | PsArray
  | PsDict
  | PsOperator
  | PsFile
  | PsMark
  | PsNull
  | PsSave
  | PsFontId
  | PsGraphicsState;

export const NULL: PsNull = { kind: 'null' };
export const MARK: PsMark = { kind: 'mark' };
const TRUE: PsBoolean = { kind: 'boolean', value: true };
const FALSE: PsBoolean = { kind: 'boolean', value: false };

const SMALL: readonly PsInteger[] = Array.from({ length: 1281 }, (_, index) => ({ kind: 'integer', value: index - 256 }));

export function integer(value: number): PsInteger {
  return SMALL[value + 256] ?? { kind: 'integer', value };
}

export function real(value: number): PsReal {
  return { kind: 'real', value };
}

/** An integer if the value fits into 32 bits, else a real. */
export function numeric(value: number): PsInteger | PsReal {
  return Number.isInteger(value) && value >= -2_147_483_648 && value <= 2_147_483_647 ? integer(value) : real(value);
}

export function boolean(value: boolean): PsBoolean {
  return value ? TRUE : FALSE;
}

const literalNames = new Map<string, PsName>();
const executableNames = new Map<string, PsName>();
/** Names are cached for all programs of a worker; the limit stops a hostile program from filling it. */
const MAX_KEPT_NAMES = 20_000;

export function name(text: string, executable = false): PsName {
  const kept = executable ? executableNames : literalNames;
  const known = kept.get(text);
  if (known) return known;
  const made: PsName = { kind: 'name', text, executable };
  if (kept.size < MAX_KEPT_NAMES) kept.set(text, made);
  return made;
}

export function string(bytes: Uint8Array, executable = false): PsString {
  return { kind: 'string', bytes, executable };
}

/** A string of characters up to code 255. */
export function stringOf(text: string): PsString {
  return string(encodeLatin1(text));
}

export const textOf: (bytes: Uint8Array) => string = decodeLatin1;

export function array(items: PsObject[], executable = false, packed = false, level = 0): PsArray {
  return { kind: 'array', body: { items, level }, start: 0, length: items.length, executable, packed };
}

export function dict(capacity = 0, level = 0): PsDict {
  return { kind: 'dict', body: { entries: new Map(), composites: new Map(), level, capacity } };
}

/** The elements of the array object's range. */
export function itemsOf({ body, start, length }: PsArray): readonly PsObject[] {
  return start === 0 && length === body.items.length ? body.items : body.items.slice(start, start + length);
}

export function itemAt({ body, start, length }: PsArray, index: number): PsObject {
  return index >= 0 && index < length ? (body.items[start + index] ?? NULL) : NULL;
}

/** The dictionary key of an object. Strings and names with the same text are one key, as are 1 and 1.0. */
export function keyOf(object: PsObject): DictKey {
  switch (object.kind) {
    case 'name':
      return object.text;
    case 'string':
      return textOf(object.bytes);
    case 'integer':
    case 'real':
    case 'boolean':
      return object.value;
    case 'array':
    case 'dict':
      return object.body;
    case 'file':
      return object.stream;
    case 'operator':
    case 'mark':
    case 'null':
    case 'save':
    case 'fontid':
    case 'gstate':
      return object;
  }
}

export function keyObject(body: DictBody, key: DictKey): PsObject {
  if (typeof key === 'string') return name(key);
  if (typeof key === 'number') return numeric(key);
  if (typeof key === 'boolean') return boolean(key);
  return body.composites.get(key) ?? NULL;
}

/** The value of a name in a dictionary. */
export function entry(from: PsDict, key: string): PsObject | undefined {
  return from.body.entries.get(key);
}

export function isExecutable(object: PsObject): boolean {
  switch (object.kind) {
    case 'name':
    case 'string':
    case 'array':
    case 'file':
      return object.executable;
    case 'operator':
      return true;
    default:
      return false;
  }
}

export function isProcedure(object: PsObject | undefined): object is PsArray {
  return object?.kind === 'array' && object.executable;
}

export function numberIn(object: PsObject | undefined): number | undefined {
  return object && (object.kind === 'integer' || object.kind === 'real') ? object.value : undefined;
}

/** All elements as numbers, `undefined` if one is not a number. */
export function numbersIn(object: PsObject | undefined): number[] | undefined {
  if (object?.kind !== 'array') return undefined;
  const numbers = itemsOf(object).map((item) => numberIn(item));
  return numbers.every((value) => value !== undefined) ? numbers : undefined;
}
