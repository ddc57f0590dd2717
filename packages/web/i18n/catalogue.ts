/**
 * All messages in all languages. For servers and build steps only: a page importing it would ship every message to every visitor.
 */
import type { Locale } from './locale.ts';
import { type Namespace, type Translate, translator } from './message.ts';
import { en, type Strings } from './strings.en.ts';
import { ko } from './strings.ko.ts';

const CATALOGUES: Readonly<Record<Locale, { readonly [Name in keyof Strings]: Namespace }>> = { en, ko };

/** The named namespaces of one language, as a page's loader sends them. */
export function messagesOf<Name extends keyof Strings>(
  locale: Locale,
  names: readonly Name[],
): Readonly<Partial<Record<Name, Namespace>>> {
  const picked: Partial<Record<Name, Namespace>> = {};
  for (const name of names) picked[name] = CATALOGUES[locale][name];
  return picked;
}

/** Messages of one namespace, outside React. */
export function wordsOf<Name extends keyof Strings>(locale: Locale, name: Name): Translate<Strings[Name]> {
  return translator<Strings[Name]>(locale, CATALOGUES[locale][name]);
}
