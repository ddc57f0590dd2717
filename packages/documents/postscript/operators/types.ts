import { keyOf, name, type PsObject, real, string, stringOf, textOf } from '../machine/objects.ts';
import { PsError } from '../machine/program-errors.ts';
import { numberOf, wordsOf } from '../machine/scanner.ts';
import type { Vm } from '../machine/vm.ts';
import type { Operators } from './operators.ts';

const TYPE_NAMES: Readonly<Record<PsObject['kind'], string>> = {
  integer: 'integertype',
  real: 'realtype',
  boolean: 'booleantype',
  name: 'nametype',
  string: 'stringtype',
  array: 'arraytype',
  dict: 'dicttype',
  operator: 'operatortype',
  file: 'filetype',
  mark: 'marktype',
  null: 'nulltype',
  save: 'savetype',
  fontid: 'fonttype',
  gstate: 'gstatetype',
};

function typeOf({ operands }: Vm): void {
  const object = operands.pop();
  const isPacked = object.kind === 'array' && object.packed;
  operands.push(name(isPacked && !object.executable ? 'packedarraytype' : TYPE_NAMES[object.kind], true));
}

/** The shortest digits that round-trip in single precision, which PostScript's reals have. */
export function realText(value: number): string {
  if (!Number.isFinite(value)) return '0.0';
  const short = Number.parseFloat(value.toPrecision(6));
  const size = Math.abs(short);
  if (short !== 0 && (size < 1e-4 || size >= 1e6)) return short.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
  return Number.isInteger(short) ? `${short}.0` : String(short);
}

function spelled(object: PsObject): string {
  switch (object.kind) {
    case 'integer':
      return String(object.value);
    case 'real':
      return realText(object.value);
    case 'boolean':
      return String(object.value);
    case 'name':
      return object.text;
    case 'string':
      return textOf(object.bytes);
    case 'operator':
      return object.name;
    default:
      return '--nostringval--';
  }
}

function into({ operands }: Vm, text: string): void {
  const target = operands.string();
  if (text.length > target.bytes.length) throw new PsError('rangecheck');
  target.bytes.set(stringOf(text).bytes);
  operands.push(string(target.bytes.subarray(0, text.length)));
}

function toString(vm: Vm): void {
  vm.operands.need(2);
  const target = vm.operands.pop();
  const text = spelled(vm.operands.pop());
  vm.operands.push(target);
  into(vm, text);
}

function toRadixString(vm: Vm): void {
  const target = vm.operands.pop();
  const radix = vm.operands.integer();
  const object = vm.operands.pop();
  if (radix < 2 || radix > 36) throw new PsError('rangecheck');
  const isPlain = radix === 10 || object.kind !== 'integer';
  const text = isPlain ? spelled(object) : (object.value >>> 0).toString(radix).toUpperCase();
  vm.operands.push(target);
  into(vm, text);
}

/** Returns the value of a number, or of a string that contains one. */
function numberFrom(object: PsObject): number {
  if (object.kind === 'integer' || object.kind === 'real') return object.value;
  if (object.kind !== 'string') throw new PsError('typecheck');
  const number = numberOf(textOf(object.bytes).trim());
  if (number?.kind === 'integer' || number?.kind === 'real') return number.value;
  throw new PsError('typecheck', 'a string that is not a number');
}

function toInteger({ operands }: Vm): void {
  const value = Math.trunc(numberFrom(operands.pop()));
  if (Math.abs(value) > 2_147_483_648) throw new PsError('rangecheck');
  operands.pushInteger(value);
}

function toName({ operands }: Vm): void {
  const object = operands.pop();
  if (object.kind === 'string') operands.push(name(textOf(object.bytes), object.executable));
  else if (object.kind === 'name') operands.push(object);
  else throw new PsError('typecheck');
}

function isEqual(a: PsObject, b: PsObject): boolean {
  const [words, others] = [wordsOf(a), wordsOf(b)];
  if (words !== undefined || others !== undefined) return words === others;
  if (a.kind === 'null' || a.kind === 'mark') return a.kind === b.kind;
  if (a.kind === 'array' && b.kind === 'array') {
    return a.length === b.length && (a.length === 0 || (a.body === b.body && a.start === b.start));
  }
  return keyOf(a) === keyOf(b);
}

/** Compares numbers by value, strings by bytes. */
function compare(isTrue: (order: number) => boolean): (vm: Vm) => void {
  return ({ operands }) => {
    const b = operands.pop();
    const a = operands.pop();
    const isNumber = (object: PsObject) => object.kind === 'integer' || object.kind === 'real';
    if (isNumber(a) && isNumber(b)) operands.pushBoolean(isTrue(numberFrom(a) - numberFrom(b)));
    else if (a.kind === 'string' && b.kind === 'string') {
      const [first, second] = [textOf(a.bytes), textOf(b.bytes)];
      operands.pushBoolean(isTrue(first < second ? -1 : first > second ? 1 : 0));
    } else throw new PsError('typecheck');
  };
}

/** Objects are never locked here: a program does not intend to write to what it locks. */
const unlocked = (): void => undefined;

function isAccessible({ operands }: Vm): void {
  operands.pop();
  operands.pushBoolean(true);
}

export const TYPE_OPERATORS: Operators = {
  type: typeOf,
  cvs: toString,
  cvrs: toRadixString,
  cvi: toInteger,
  cvr: ({ operands }) => operands.push(real(numberFrom(operands.pop()))),
  cvn: toName,
  eq: ({ operands }) => operands.pushBoolean(isEqual(operands.pop(), operands.pop())),
  ne: ({ operands }) => operands.pushBoolean(!isEqual(operands.pop(), operands.pop())),
  lt: compare((order) => order < 0),
  le: compare((order) => order <= 0),
  gt: compare((order) => order > 0),
  ge: compare((order) => order >= 0),
  readonly: unlocked,
  executeonly: unlocked,
  noaccess: unlocked,
  rcheck: isAccessible,
  wcheck: isAccessible,
  '=': ({ operands }) => void operands.pop(),
  '==': ({ operands }) => void operands.pop(),
  print: ({ operands }) => void operands.string(),
  stack: unlocked,
  pstack: unlocked,
  flush: unlocked,
};
