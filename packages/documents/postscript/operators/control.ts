import { isProcedure, itemsOf, keyObject, name, numeric, type PsArray, type PsObject, real, string } from '../machine/objects.ts';
import { PsError } from '../machine/program-errors.ts';
import type { Vm } from '../machine/vm.ts';
import type { Operators } from './operators.ts';

function ifElse(vm: Vm): void {
  const otherwise = vm.operands.procedure();
  const then = vm.operands.procedure();
  vm.pushProcedure(vm.operands.boolean() ? then : otherwise);
}

function ifThen(vm: Vm): void {
  const then = vm.operands.procedure();
  if (vm.operands.boolean()) vm.pushProcedure(then);
}

function repeat(vm: Vm): void {
  const body = vm.operands.procedure();
  let left = vm.operands.integer();
  if (left < 0) throw new PsError('rangecheck');
  vm.pushFrame({
    kind: 'loop',
    next: () => {
      left -= 1;
      if (left >= 0) vm.pushProcedure(body);
      return left >= 0;
    },
  });
}

function loop(vm: Vm): void {
  const body = vm.operands.procedure();
  vm.pushFrame({
    kind: 'loop',
    next: () => {
      vm.pushProcedure(body);
      return true;
    },
  });
}

function forLoop(vm: Vm): void {
  const body = vm.operands.procedure();
  vm.operands.need(3);
  const whole = [2, 1, 0].every((depth) => vm.operands.peek(depth).kind === 'integer' || depth === 0);
  const [start = 0, step = 0, limit = 0] = vm.operands.numbers(3);
  let value = start;
  vm.pushFrame({
    kind: 'loop',
    next: () => {
      if (step >= 0 ? value > limit : value < limit) return false;
      vm.operands.push(whole ? numeric(value) : real(value));
      value += step;
      vm.pushProcedure(body);
      return true;
    },
  });
}

/** The values `forall` pushes for each element. */
function* elementsOf(object: PsObject): Generator<readonly PsObject[]> {
  if (object.kind === 'array') for (const item of [...itemsOf(object)]) yield [item];
  else if (object.kind === 'string') for (const byte of object.bytes) yield [numeric(byte)];
  else if (object.kind === 'dict') {
    for (const [key, value] of [...object.body.entries]) yield [keyObject(object.body, key), value];
  } else throw new PsError('typecheck');
}

function forAll(vm: Vm): void {
  const body = vm.operands.procedure();
  const object = vm.operands.pop();
  if (object.kind !== 'array' && object.kind !== 'string' && object.kind !== 'dict') throw new PsError('typecheck');
  const elements = elementsOf(object);
  vm.pushFrame({
    kind: 'loop',
    next: () => {
      const { value, done } = elements.next();
      if (done) return false;
      for (const part of value) vm.operands.push(part);
      vm.pushProcedure(body);
      return true;
    },
  });
}

function stopped(vm: Vm): void {
  const object = vm.operands.pop();
  vm.pushFrame({ kind: 'stopped' });
  vm.execute(object);
}

/** Replaces operator names by operators, including those in nested procedures. */
export function bind(vm: Vm, procedure: PsArray, depth = 0): void {
  if (depth > 50) return;
  const { body, start, length } = procedure;
  vm.remember(body);
  for (let at = start; at < start + length; at += 1) {
    const item = body.items[at];
    if (item?.kind === 'name' && item.executable) {
      const value = vm.lookup(item.text);
      if (value?.kind === 'operator') body.items[at] = value;
    } else if (isProcedure(item)) bind(vm, item, depth + 1);
  }
}

function countFrames(vm: Vm): void {
  vm.operands.pushInteger(vm.frames.length);
}

export const CONTROL_OPERATORS: Operators = {
  exec: (vm) => vm.execute(vm.operands.pop()),
  if: ifThen,
  ifelse: ifElse,
  for: forLoop,
  repeat,
  loop,
  forall: forAll,
  exit: (vm) => vm.exit(),
  stop: (vm) => vm.stopNow(),
  stopped,
  countexecstack: countFrames,
  execstack: ({ operands }) => {
    const target = operands.array();
    operands.push({ ...target, length: 0 });
  },
  quit: (vm) => {
    vm.isQuit = true;
  },
  start: () => undefined,
  bind: (vm) => {
    const object = vm.operands.peek();
    if (isProcedure(object)) bind(vm, object);
  },
  handleerror: () => undefined,
  '.error': (vm) => {
    const error = vm.operands.pop();
    throw new PsError('unregistered', error.kind);
  },
  cvx: ({ operands }) => operands.push(withExecution(operands.pop(), true)),
  cvlit: ({ operands }) => operands.push(withExecution(operands.pop(), false)),
};

function withExecution(object: PsObject, executable: boolean): PsObject {
  switch (object.kind) {
    case 'name':
      return name(object.text, executable);
    case 'string':
      return string(object.bytes, executable);
    case 'array':
    case 'file':
      return { ...object, executable };
    default:
      return object;
  }
}
