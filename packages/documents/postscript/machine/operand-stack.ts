import { type Matrix } from '../graphics/matrix.ts';
import {
  boolean,
  integer,
  isProcedure,
  itemsOf,
  NULL,
  numeric,
  type PsArray,
  type PsDict,
  type PsObject,
  type PsString,
  real,
} from './objects.ts';
import { PsError } from './program-errors.ts';

const LIMIT = 500_000;

/**
 * The operand stack. A popped value stays in its slot until it is overwritten, so that a failed operator can be undone by
 * restoring the height.
 */
export class OperandStack {
  readonly items: PsObject[] = [];
  size = 0;

  push(object: PsObject): void {
    if (this.size >= LIMIT) throw new PsError('stackoverflow');
    this.items[this.size] = object;
    this.size += 1;
  }

  pop(): PsObject {
    if (this.size === 0) throw new PsError('stackunderflow');
    this.size -= 1;
    return this.items[this.size] ?? NULL;
  }

  /** Depth 0 is the top. */
  peek(depth = 0): PsObject {
    if (depth >= this.size || depth < 0) throw new PsError('stackunderflow');
    return this.items[this.size - 1 - depth] ?? NULL;
  }

  need(count: number): void {
    if (this.size < count) throw new PsError('stackunderflow');
  }

  /** The top `count` objects, in the order they were pushed. */
  popMany(count: number): PsObject[] {
    this.need(count);
    this.size -= count;
    return this.items.slice(this.size, this.size + count);
  }

  number(): number {
    const object = this.pop();
    if (object.kind === 'integer' || object.kind === 'real') return object.value;
    throw new PsError('typecheck', `a number is expected, not ${object.kind}`);
  }

  /** The top `count` numbers, in the order they were pushed. */
  numbers(count: number): number[] {
    this.need(count);
    const values: number[] = [];
    for (let index = 0; index < count; index += 1) values.push(this.number());
    return values.reverse();
  }

  integer(): number {
    const object = this.pop();
    if (object.kind === 'integer') return object.value;
    // Other interpreters also accept reals that are whole numbers.
    if (object.kind === 'real' && Number.isInteger(object.value)) return object.value;
    throw new PsError('typecheck', `an integer is expected, not ${object.kind}`);
  }

  boolean(): boolean {
    const object = this.pop();
    if (object.kind === 'boolean') return object.value;
    throw new PsError('typecheck', `a boolean is expected, not ${object.kind}`);
  }

  string(): PsString {
    const object = this.pop();
    if (object.kind === 'string') return object;
    throw new PsError('typecheck', `a string is expected, not ${object.kind}`);
  }

  dict(): PsDict {
    const object = this.pop();
    if (object.kind === 'dict') return object;
    throw new PsError('typecheck', `a dictionary is expected, not ${object.kind}`);
  }

  array(): PsArray {
    const object = this.pop();
    if (object.kind === 'array') return object;
    throw new PsError('typecheck', `an array is expected, not ${object.kind}`);
  }

  procedure(): PsArray {
    const object = this.pop();
    if (isProcedure(object)) return object;
    throw new PsError('typecheck', `a procedure is expected, not ${object.kind}`);
  }

  matrix(): Matrix {
    return matrixIn(this.array());
  }

  pushNumber(value: number): void {
    this.push(numeric(value));
  }

  pushInteger(value: number): void {
    this.push(integer(value));
  }

  pushReal(value: number): void {
    this.push(real(value));
  }

  pushBoolean(value: boolean): void {
    this.push(boolean(value));
  }
}

/** @throws PsError `rangecheck`, `typecheck` */
export function matrixIn(object: PsArray): Matrix {
  if (object.length !== 6) throw new PsError('rangecheck', 'a matrix has six numbers');
  const values = itemsOf(object).map((item) => {
    if (item.kind === 'integer' || item.kind === 'real') return item.value;
    throw new PsError('typecheck', 'a matrix of numbers is expected');
  });
  const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = values;
  return [a, b, c, d, x, y];
}
