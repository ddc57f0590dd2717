import { numeric, type PsObject, real } from '../machine/objects.ts';
import { PsError } from '../machine/program-errors.ts';
import type { Vm } from '../machine/vm.ts';
import type { Operators } from './operators.ts';

type Numeric = Extract<PsObject, { kind: 'integer' | 'real' }>;

function numericOf(object: PsObject): Numeric {
  if (object.kind === 'integer' || object.kind === 'real') return object;
  throw new PsError('typecheck', `a number is expected, not ${object.kind}`);
}

/** An integer if both operands are and the result fits, else a real. */
function binary(compute: (a: number, b: number) => number): (vm: Vm) => void {
  return ({ operands }) => {
    const b = numericOf(operands.pop());
    const a = numericOf(operands.pop());
    const value = compute(a.value, b.value);
    operands.push(a.kind === 'integer' && b.kind === 'integer' ? numeric(value) : real(value));
  };
}

function unary(compute: (value: number) => number): (vm: Vm) => void {
  return ({ operands }) => {
    const object = numericOf(operands.pop());
    const value = compute(object.value);
    operands.push(object.kind === 'integer' ? numeric(value) : real(value));
  };
}

function toReal(compute: (value: number) => number): (vm: Vm) => void {
  return ({ operands }) => operands.push(real(compute(operands.number())));
}

function whole(compute: (a: number, b: number) => number): (vm: Vm) => void {
  return ({ operands }) => {
    const b = operands.integer();
    const a = operands.integer();
    if (b === 0) throw new PsError('undefinedresult');
    operands.push(numeric(compute(a, b)));
  };
}

const DEGREES = 180 / Math.PI;

/** Exact at multiples of 90 degrees, where programs test for 0 and 1. */
function sine(degrees: number): number {
  const turned = ((degrees % 360) + 360) % 360;
  return turned % 90 === 0 ? ([0, 1, 0, -1][turned / 90] ?? 0) : Math.sin(turned / DEGREES);
}

export function cosine(degrees: number): number {
  return sine(degrees + 90);
}

function defined(value: number): number {
  if (!Number.isFinite(value)) throw new PsError('undefinedresult');
  return value;
}

/** Both booleans or both integers. */
function logic(ofBooleans: (a: boolean, b: boolean) => boolean, ofIntegers: (a: number, b: number) => number): (vm: Vm) => void {
  return ({ operands }) => {
    const b = operands.pop();
    const a = operands.pop();
    if (a.kind === 'boolean' && b.kind === 'boolean') operands.pushBoolean(ofBooleans(a.value, b.value));
    else if (a.kind === 'integer' && b.kind === 'integer') operands.push(numeric(ofIntegers(a.value, b.value)));
    else throw new PsError('typecheck');
  };
}

/** The random generator, which PLRM leaves open: multiplicative with modulus 2^31 - 1. */
function nextRandom(vm: Vm): number {
  vm.random = Number((BigInt(Math.max(1, vm.random)) * 16_807n) % 2_147_483_647n);
  return vm.random;
}

function turned({ operands }: Vm): void {
  const [y = 0, x = 0] = operands.numbers(2);
  if (x === 0 && y === 0) throw new PsError('undefinedresult');
  const degrees = Math.atan2(y, x) * DEGREES;
  operands.push(real(degrees < 0 ? degrees + 360 : degrees));
}

function shift({ operands }: Vm): void {
  const by = operands.integer();
  const value = operands.integer();
  const shifted = by >= 32 || by <= -32 ? 0 : by >= 0 ? value << by : value >>> -by;
  operands.push(numeric(shifted | 0));
}

function not({ operands }: Vm): void {
  const object = operands.pop();
  if (object.kind === 'boolean') operands.pushBoolean(!object.value);
  else if (object.kind === 'integer') operands.push(numeric(~object.value));
  else throw new PsError('typecheck');
}

export const ARITHMETIC_OPERATORS: Operators = {
  add: binary((a, b) => a + b),
  sub: binary((a, b) => a - b),
  mul: binary((a, b) => a * b),
  div: ({ operands }) => {
    const b = operands.number();
    const a = operands.number();
    if (b === 0) throw new PsError('undefinedresult');
    operands.push(real(a / b));
  },
  idiv: whole((a, b) => Math.trunc(a / b)),
  mod: whole((a, b) => a % b),
  neg: unary((value) => -value),
  abs: unary(Math.abs),
  ceiling: unary(Math.ceil),
  floor: unary(Math.floor),
  round: unary((value) => Math.floor(value + 0.5)),
  truncate: unary(Math.trunc),
  max: binary(Math.max),
  min: binary(Math.min),
  sqrt: toReal((value) => {
    if (value < 0) throw new PsError('rangecheck');
    return Math.sqrt(value);
  }),
  atan: turned,
  sin: toReal(sine),
  cos: toReal(cosine),
  exp: ({ operands }) => {
    const [base = 0, exponent = 0] = operands.numbers(2);
    operands.push(real(defined(base ** exponent)));
  },
  ln: toReal((value) => defined(Math.log(value))),
  log: toReal((value) => defined(Math.log10(value))),
  rand: (vm) => vm.operands.push(numeric(nextRandom(vm))),
  srand: (vm) => {
    vm.random = vm.operands.integer();
  },
  rrand: (vm) => vm.operands.push(numeric(vm.random)),
  and: logic(
    (a, b) => a && b,
    (a, b) => a & b,
  ),
  or: logic(
    (a, b) => a || b,
    (a, b) => a | b,
  ),
  xor: logic(
    (a, b) => a !== b,
    (a, b) => a ^ b,
  ),
  not,
  bitshift: shift,
};
