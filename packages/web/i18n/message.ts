import { numberFormat, pluralRules } from './intl.ts';
import type { Locale } from './locale.ts';

/** Forms by CLDR plural category, selected by the value `count`. */
export type PluralMessage = {
  readonly zero?: string;
  readonly one?: string;
  readonly two?: string;
  readonly few?: string;
  readonly many?: string;
  readonly other: string;
};

/** A sentence with `{name}` placeholders, or its plural forms. */
export type Message = string | PluralMessage;
export type Namespace = Readonly<Record<string, Message>>;

/**
 * The same keys in another language. Every catalogue except the source ends with it, so that a missing or extra key does not
 * compile.
 */
export type Translation<Source extends Namespace> = {
  readonly [Key in keyof Source]: Source[Key] extends string ? string : PluralMessage;
};

export type Value = string | number;

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
/** Names of the placeholders of a message. */
export type PlaceholderOf<M> = M extends string ? NamesIn<M> : 'count' | NamesIn<M[keyof M]>;
type Values<M> = [PlaceholderOf<M>] extends [never] ? [] : [values: Readonly<Record<PlaceholderOf<M>, Value>>];

/** Looks up a message of one namespace and fills it in. */
export type Translate<N extends Namespace> = {
  <Key extends keyof N & string>(key: Key, ...values: Values<N[Key]>): string;
  /** For keys that are data (an option's name); undefined when there is no such message. */
  lookup(key: string, values?: Readonly<Record<string, Value>>): string | undefined;
};

/**
 * Fills in a message, formatting numbers for the language. A placeholder without a value is a defect and throws: visitors must
 * never read `{name}`.
 */
export function format(locale: Locale, message: Message, values: Readonly<Record<string, Value>> = {}): string {
  return formOf(locale, message, values).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new RangeError(`message without a value for {${name}}`);
    return typeof value === 'number' ? numberFormat(locale).format(value) : value;
  });
}

/** Creates a translate function for one namespace of one language. */
export function translator<N extends Namespace>(locale: Locale, namespace: Namespace): Translate<N> {
  const lookup = (key: string, values?: Readonly<Record<string, Value>>): string | undefined => {
    const message = Object.hasOwn(namespace, key) ? namespace[key] : undefined;
    return message === undefined ? undefined : format(locale, message, values);
  };
  const translate = (key: string, ...[values]: readonly Readonly<Record<string, Value>>[]): string => {
    const text = lookup(key, values);
    if (text === undefined) throw new RangeError(`no message ${key}`);
    return text;
  };
  return Object.assign(translate, { lookup });
}

function formOf(locale: Locale, message: Message, values: Readonly<Record<string, Value>>): string {
  if (typeof message === 'string') return message;
  if (typeof values['count'] !== 'number') throw new RangeError('plural message without a count');
  return message[pluralRules(locale).select(values['count'])] ?? message.other;
}
