import {
  integer,
  isExecutable,
  itemAt,
  itemsOf,
  keyOf,
  NULL,
  name,
  numeric,
  type PsArray,
  type PsDict,
  type PsObject,
  type PsString,
  string,
} from '../machine/objects.ts';
import { PsError } from '../machine/program-errors.ts';
import type { Vm } from '../machine/vm.ts';
import type { Operators } from './operators.ts';
import { countToMark } from './stack.ts';

const MAX_ARRAY = 4_000_000;
const MAX_STRING = 64 * 1024 * 1024;

function newArray(vm: Vm): void {
  const length = vm.operands.integer();
  if (length < 0) throw new PsError('rangecheck');
  if (length > MAX_ARRAY) throw new PsError('limitcheck');
  vm.operands.push(vm.newArray(Array.from({ length }, () => NULL)));
}

function newString(vm: Vm): void {
  const length = vm.operands.integer();
  if (length < 0) throw new PsError('rangecheck');
  if (length > MAX_STRING) throw new PsError('limitcheck');
  vm.charge(length);
  vm.operands.push(string(new Uint8Array(length)));
}

function newDict(vm: Vm): void {
  const capacity = vm.operands.integer();
  if (capacity < 0) throw new PsError('rangecheck');
  vm.operands.push(vm.newDict(capacity));
}

function endArray(vm: Vm): void {
  const items = vm.operands.popMany(countToMark(vm));
  vm.operands.pop();
  vm.operands.push(vm.newArray(items));
}

function endDict(vm: Vm): void {
  const items = vm.operands.popMany(countToMark(vm));
  vm.operands.pop();
  if (items.length % 2 === 1) throw new PsError('rangecheck');
  const made = vm.newDict(items.length / 2);
  for (let at = 0; at < items.length; at += 2) vm.put(made, items[at] ?? NULL, items[at + 1] ?? NULL);
  vm.operands.push(made);
}

function lengthOf({ operands }: Vm): void {
  const object = operands.pop();
  if (object.kind === 'array') operands.push(integer(object.length));
  else if (object.kind === 'string') operands.push(integer(object.bytes.length));
  else if (object.kind === 'dict') operands.push(integer(object.body.entries.size));
  else if (object.kind === 'name') operands.push(integer(object.text.length));
  else throw new PsError('typecheck');
}

function indexOf(key: PsObject, length: number): number {
  const value = key.kind === 'integer' || key.kind === 'real' ? key.value : undefined;
  if (value === undefined || !Number.isInteger(value)) throw new PsError('typecheck');
  if (value < 0 || value >= length) throw new PsError('rangecheck');
  return value;
}

function get({ operands }: Vm): void {
  const key = operands.pop();
  const object = operands.pop();
  if (object.kind === 'dict') {
    const value = object.body.entries.get(keyOf(key));
    if (value === undefined) throw new PsError('undefined', key.kind === 'name' ? key.text : key.kind);
    operands.push(value);
  } else if (object.kind === 'array') operands.push(itemAt(object, indexOf(key, object.length)));
  else if (object.kind === 'string') operands.push(integer(object.bytes[indexOf(key, object.bytes.length)] ?? 0));
  else throw new PsError('typecheck');
}

function put(vm: Vm): void {
  const value = vm.operands.pop();
  const key = vm.operands.pop();
  const object = vm.operands.pop();
  if (object.kind === 'dict') vm.put(object, key, value);
  else if (object.kind === 'array') {
    const at = indexOf(key, object.length);
    vm.remember(object.body);
    object.body.items[object.start + at] = value;
  } else if (object.kind === 'string') {
    if (value.kind !== 'integer') throw new PsError('typecheck');
    object.bytes[indexOf(key, object.bytes.length)] = value.value;
  } else throw new PsError('typecheck');
}

function part(object: PsObject, start: number, count: number): PsArray | PsString {
  const length = object.kind === 'array' ? object.length : object.kind === 'string' ? object.bytes.length : -1;
  if (length < 0) throw new PsError('typecheck');
  if (start < 0 || count < 0 || start + count > length) throw new PsError('rangecheck');
  if (object.kind === 'array') return { ...object, start: object.start + start, length: count };
  if (object.kind === 'string') return string(object.bytes.subarray(start, start + count), object.executable);
  throw new PsError('typecheck');
}

function getInterval({ operands }: Vm): void {
  const count = operands.integer();
  const start = operands.integer();
  operands.push(part(operands.pop(), start, count));
}

/** Copies elements into the beginning of another object and returns the part that was filled. */
function copyInto(vm: Vm, from: PsObject, to: PsObject, start = 0): PsObject {
  if (from.kind === 'array' && to.kind === 'array') {
    const target = part(to, start, from.length);
    if (target.kind !== 'array') throw new PsError('typecheck');
    vm.remember(to.body);
    const items = [...itemsOf(from)];
    for (let index = 0; index < items.length; index += 1) target.body.items[target.start + index] = items[index] ?? NULL;
    return target;
  }
  if (from.kind === 'string' && to.kind === 'string') {
    const target = part(to, start, from.bytes.length);
    if (target.kind === 'string') target.bytes.set(from.bytes);
    return target;
  }
  throw new PsError('typecheck');
}

function putInterval(vm: Vm): void {
  const from = vm.operands.pop();
  const start = vm.operands.integer();
  copyInto(vm, from, vm.operands.pop(), start);
}

function copy(vm: Vm): void {
  const { operands } = vm;
  const top = operands.pop();
  if (top.kind === 'integer') {
    if (top.value < 0) throw new PsError('rangecheck');
    operands.need(top.value);
    const from = operands.size - top.value;
    for (let index = 0; index < top.value; index += 1) operands.push(operands.items[from + index] ?? NULL);
    return;
  }
  const from = operands.pop();
  if (from.kind === 'dict' && top.kind === 'dict') {
    for (const [key, value] of [...from.body.entries]) {
      vm.put(top, typeof key === 'object' ? (from.body.composites.get(key) ?? NULL) : keyName(key), value);
    }
    operands.push(top);
  } else if (from.kind === 'gstate' && top.kind === 'gstate') {
    const state = vm.graphicsStates.get(from);
    if (state) vm.graphicsStates.set(top, state);
    operands.push(top);
  } else operands.push(copyInto(vm, from, top));
}

function keyName(key: string | number | boolean): PsObject {
  if (typeof key === 'string') return name(key);
  return typeof key === 'number' ? numeric(key) : { kind: 'boolean', value: key };
}

function arrayLoad(vm: Vm): void {
  const object = vm.operands.array();
  for (const item of itemsOf(object)) vm.operands.push(item);
  vm.operands.push(object);
}

function arrayStore(vm: Vm): void {
  const object = vm.operands.array();
  const items = vm.operands.popMany(object.length);
  vm.remember(object.body);
  for (let index = 0; index < items.length; index += 1) object.body.items[object.start + index] = items[index] ?? NULL;
  vm.operands.push(object);
}

function packedArray(vm: Vm): void {
  const count = vm.operands.integer();
  if (count < 0) throw new PsError('rangecheck');
  vm.operands.push(vm.newArray(vm.operands.popMany(count), false, true));
}

function find({ operands }: Vm, isMatch: (text: string, sought: string) => number): void {
  const sought = operands.string();
  const within = operands.string();
  const at = isMatch(latin1(within), latin1(sought));
  if (at < 0) {
    operands.push(within);
    operands.pushBoolean(false);
    return;
  }
  const { length } = sought.bytes;
  operands.push(string(within.bytes.subarray(at + length)));
  operands.push(string(within.bytes.subarray(at, at + length)));
  operands.push(string(within.bytes.subarray(0, at)));
}

function latin1({ bytes }: PsString): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

function search(vm: Vm): void {
  find(vm, (text, sought) => text.indexOf(sought));
  if (vm.operands.peek().kind !== 'boolean') vm.operands.pushBoolean(true);
}

function anchorSearch(vm: Vm): void {
  find(vm, (text, sought) => (text.startsWith(sought) ? 0 : -1));
  if (vm.operands.peek().kind === 'boolean') return;
  vm.operands.pop();
  vm.operands.pushBoolean(true);
}

function load(vm: Vm): void {
  const key = vm.operands.pop();
  const value = whereIs(vm, key)?.body.entries.get(keyOf(key));
  if (value === undefined) throw new PsError('undefined', key.kind === 'name' ? key.text : key.kind);
  vm.operands.push(value);
}

function whereIs(vm: Vm, key: PsObject): PsDict | undefined {
  const known = keyOf(key);
  return vm.dictStack.findLast(({ body }) => body.entries.has(known));
}

function store(vm: Vm): void {
  const value = vm.operands.pop();
  const key = vm.operands.pop();
  vm.put(whereIs(vm, key) ?? vm.currentDict(), key, value);
}

function end(vm: Vm): void {
  if (vm.dictStack.length <= 3) throw new PsError('dictstackunderflow');
  vm.dictStack.pop();
}

function undefine(vm: Vm): void {
  const key = vm.operands.pop();
  const { body } = vm.operands.dict();
  vm.remember(body);
  body.entries.delete(keyOf(key));
}

function where(vm: Vm): void {
  const found = whereIs(vm, vm.operands.pop());
  if (found) vm.operands.push(found);
  vm.operands.pushBoolean(found !== undefined);
}

export const COMPOSITE_OPERATORS: Operators = {
  array: newArray,
  string: newString,
  dict: newDict,
  ']': endArray,
  '>>': endDict,
  length: lengthOf,
  get,
  put,
  getinterval: getInterval,
  putinterval: putInterval,
  copy,
  aload: arrayLoad,
  astore: arrayStore,
  packedarray: packedArray,
  setpacking: ({ operands }) => void operands.boolean(),
  currentpacking: ({ operands }) => operands.pushBoolean(false),
  search,
  anchorsearch: anchorSearch,
  begin: (vm) => vm.beginDict(vm.operands.dict()),
  end,
  def: (vm) => {
    const value = vm.operands.pop();
    vm.put(vm.currentDict(), vm.operands.pop(), value);
  },
  load,
  store,
  undef: undefine,
  known: ({ operands }) => {
    const key = operands.pop();
    operands.pushBoolean(operands.dict().body.entries.has(keyOf(key)));
  },
  where,
  maxlength: ({ operands }) => {
    const { body } = operands.dict();
    operands.pushInteger(Math.max(body.capacity, body.entries.size));
  },
  currentdict: (vm) => vm.operands.push(vm.currentDict()),
  countdictstack: (vm) => vm.operands.pushInteger(vm.dictStack.length),
  cleardictstack: (vm) => {
    vm.dictStack.length = 3;
  },
  dictstack: (vm) => {
    const target = vm.operands.array();
    vm.operands.push(copyInto(vm, vm.newArray([...vm.dictStack]), target));
  },
  xcheck: ({ operands }) => operands.pushBoolean(isExecutable(operands.pop())),
};
