import { integer, MARK, type PsObject } from '../machine/objects.ts';
import { PsError } from '../machine/program-errors.ts';
import type { Vm } from '../machine/vm.ts';
import type { Operators } from './operators.ts';

function roll({ operands }: Vm): void {
  const by = operands.integer();
  const count = operands.integer();
  if (count < 0) throw new PsError('rangecheck');
  operands.need(count);
  if (count === 0) return;
  const from = operands.size - count;
  const shift = ((by % count) + count) % count;
  if (shift === 0) return;
  const part = operands.items.slice(from, operands.size);
  for (let index = 0; index < count; index += 1) {
    const object = part[index];
    if (object) operands.items[from + ((index + shift) % count)] = object;
  }
}

/** Number of objects above the topmost mark. */
export function countToMark({ operands }: Vm): number {
  for (let count = 0; count < operands.size; count += 1) if (operands.peek(count).kind === 'mark') return count;
  throw new PsError('unmatchedmark');
}

export const STACK_OPERATORS: Operators = {
  pop: ({ operands }) => void operands.pop(),
  exch: ({ operands }) => {
    const [a, b] = operands.popMany(2) as [PsObject, PsObject];
    operands.push(b);
    operands.push(a);
  },
  dup: ({ operands }) => operands.push(operands.peek()),
  index: ({ operands }) => {
    const depth = operands.integer();
    if (depth < 0) throw new PsError('rangecheck');
    operands.push(operands.peek(depth));
  },
  roll,
  clear: ({ operands }) => {
    operands.size = 0;
  },
  count: ({ operands }) => operands.push(integer(operands.size)),
  mark: ({ operands }) => operands.push(MARK),
  '[': ({ operands }) => operands.push(MARK),
  '<<': ({ operands }) => operands.push(MARK),
  counttomark: (vm) => vm.operands.pushInteger(countToMark(vm)),
  cleartomark: (vm) => void vm.operands.popMany(countToMark(vm) + 1),
};
