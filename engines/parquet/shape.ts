import { corrupt } from '@bakkum/conversion/errors';
import { assertDepth, decimalOf, Moment, realNumber, type Table, type Value, wholeNumber } from '@bakkum/data-tree/value';
import type { SchemaElement, SchemaTree } from 'hyparquet';

/** Formats a timestamp with all its fractional digits. `date` drops the time of day. */
export function instantAt(nanoseconds: bigint, kind: 'instant' | 'date' = 'instant'): Moment {
  const rest = ((nanoseconds % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n;
  const time = new Date(Number((nanoseconds - rest) / 1_000_000n));
  if (Number.isNaN(time.getTime())) return new Moment('', kind); // outside the range of `Date`
  if (kind === 'date') return new Moment(time.toISOString().slice(0, -'T00:00:00.000Z'.length), 'date');
  const fraction =
    rest === 0n
      ? ''
      : `.${String(rest)
          .padStart(9, '0')
          .replace(/(?:000){1,2}$/, '')}`;
  return new Moment(`${time.toISOString().slice(0, -'.000Z'.length)}${fraction}Z`, 'instant');
}

export type Decimals = ReadonlyMap<SchemaElement, number>;

/** Changes decimals to their storage type, because the package would convert them to floats. Returns their scales. */
export function takeDecimals(schema: readonly SchemaElement[]): Decimals {
  const scales = new Map<SchemaElement, number>();
  for (const element of schema) {
    const logical = element.logical_type?.type === 'DECIMAL' ? element.logical_type : undefined;
    if (element.converted_type !== 'DECIMAL' && !logical) continue;
    scales.set(element, element.scale ?? logical?.scale ?? 0);
    delete element.converted_type;
    delete element.logical_type;
  }
  return scales;
}

/** Number of columns with values. */
export const leavesOf = (tree: SchemaTree): number =>
  tree.children.length === 0 ? 1 : tree.children.reduce((sum, child) => sum + leavesOf(child), 0);

/** Converts raw values according to the schema. */
export class Shape {
  readonly #root: SchemaTree;
  readonly #decimals: Decimals;

  constructor(root: SchemaTree, decimals: Decimals) {
    this.#root = root;
    this.#decimals = decimals;
  }

  record(row: Readonly<Record<string, unknown>>): Table {
    return new Map(this.#root.children.map((child) => [child.element.name, this.#value(child, row[child.element.name], 0)]));
  }

  #value(node: SchemaTree, raw: unknown, depth: number): Value {
    assertDepth(depth);
    if (raw === null || raw === undefined) return null;
    if (raw instanceof Map || raw instanceof Moment) return this.#moment(node.element, raw);
    const [inner] = node.children;
    if (Array.isArray(raw)) {
      const member = inner && node.element.repetition_type !== 'REPEATED' ? memberOf(inner) : node;
      return raw.map((each) => (inner ? this.#value(member, each, depth + 1) : this.#leaf(node.element, each)));
    }
    if (!inner || typeof raw !== 'object' || raw instanceof Uint8Array) return this.#leaf(node.element, raw);
    const isMap =
      ['MAP', 'MAP_KEY_VALUE'].includes(node.element.converted_type ?? '') || node.element.logical_type?.type === 'MAP';
    const [, value] = inner.children;
    const fields = new Map(node.children.map((child) => [child.element.name, child]));
    return new Map(
      Object.entries(raw).map(([key, each]) => {
        const child = isMap ? value : fields.get(key);
        return [key, child ? this.#value(child, each, depth + 1) : fromPlain(each)];
      }),
    );
  }

  /** The package supplies the time, and the schema whether it is a local time. */
  #moment({ logical_type: logical }: SchemaElement, raw: Value & object): Value {
    const isLocal = logical?.type === 'TIMESTAMP' && !logical.isAdjustedToUTC;
    return isLocal && raw instanceof Moment ? new Moment(raw.iso.replace(/Z$/, ''), 'date-time') : raw;
  }

  #leaf(element: SchemaElement, raw: unknown): Value {
    if (raw === null || raw === undefined) return null;
    const scale = this.#decimals.get(element);
    if (scale !== undefined) return decimalOf(raw instanceof Uint8Array ? signedOf(raw) : wholeOf(raw), scale);
    if (raw instanceof Moment || raw instanceof Map) return this.#moment(element, raw);
    const perSecond = timeUnit(element);
    if (perSecond !== undefined) return timeOf(wholeOf(raw), perSecond);
    if (typeof raw === 'number') return isFloat(element) ? realNumber(raw) : raw;
    return fromPlain(raw);
  }
}

/** Skips the group between a list and its elements if the list has the standard form. */
function memberOf(group: SchemaTree): SchemaTree {
  const [only] = group.children;
  return only && group.children.length === 1 && group.element.repetition_type === 'REPEATED' ? only : group;
}

const isFloat = ({ type, logical_type: logical }: SchemaElement): boolean =>
  type === 'FLOAT' || type === 'DOUBLE' || logical?.type === 'FLOAT16';

function timeUnit({ converted_type: converted, logical_type: logical }: SchemaElement): bigint | undefined {
  if (converted === 'TIME_MILLIS') return 1000n;
  if (converted === 'TIME_MICROS') return 1_000_000n;
  if (logical?.type !== 'TIME') return undefined;
  return { MILLIS: 1000n, MICROS: 1_000_000n, NANOS: 1_000_000_000n }[logical.unit];
}

function timeOf(value: bigint, perSecond: bigint): Moment {
  const { iso } = instantAt((value * 1_000_000_000n) / perSecond);
  return new Moment(iso.slice(iso.indexOf('T') + 1).replace(/Z$/, ''), 'time');
}

function wholeOf(raw: unknown): bigint {
  if (typeof raw === 'bigint' || (typeof raw === 'number' && Number.isInteger(raw))) return BigInt(raw);
  throw corrupt('no whole number where its schema has one');
}

function signedOf(bytes: Uint8Array): bigint {
  let value = 0n;
  for (const byte of bytes) value = value * 256n + BigInt(byte);
  return BigInt.asIntN(bytes.length * 8, value);
}

/** Converts a JavaScript value to the data model of this project. */
export function fromPlain(raw: unknown, depth = 0): Value {
  assertDepth(depth);
  if (raw === null || raw === undefined) return null;
  if (typeof raw === 'boolean' || typeof raw === 'string' || typeof raw === 'number') return raw;
  if (typeof raw === 'bigint') return wholeNumber(raw);
  if (raw instanceof Uint8Array) return raw.slice();
  if (raw instanceof Moment || raw instanceof Map) return raw;
  if (Array.isArray(raw)) return raw.map((each) => fromPlain(each, depth + 1));
  return new Map(Object.entries(raw).map(([key, each]) => [key, fromPlain(each, depth + 1)]));
}
