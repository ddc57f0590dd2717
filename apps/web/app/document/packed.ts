declare const content: unique symbol;

/**
 * A value on its way to the page, as one text. React Router's own form for data makes an entry of each string, number and list, which
 * its decoder puts together one by one, in one task that was among the longest of each page. A text is one entry, and browsers read
 * JSON themselves.
 */
export type Packed<Value> = string & { readonly [content]?: Value };

/** Values read before, so that the same text is the same value at each rendering; the oldest is forgotten first. */
const MOST_READ = 32;
const read = new Map<string, unknown>();

/** @param value of what JSON can hold: no dates, no undefined in lists */
export function pack<Value>(value: Value): Packed<Value> {
  return JSON.stringify(value);
}

/** @returns the same value for the same text, as long as it is among the last ones read */
export function unpack<Value>(text: Packed<Value>): Value {
  const value = read.get(text) ?? JSON.parse(text);
  read.delete(text);
  read.set(text, value);
  const [oldest] = read.keys();
  if (read.size > MOST_READ && oldest !== undefined) read.delete(oldest);
  return value as Value;
}
