import { z } from 'zod';

/** NUL, which PostgreSQL stores nowhere, and halves of surrogate pairs, which are no characters. */
const UNSTORABLE = /[\0\p{Cs}]/u;
const UNSTORABLE_ANYWHERE = new RegExp(UNSTORABLE, 'gu');

/** The field error of a character that cannot be stored. */
export const UNSUPPORTED_CHARACTERS = 'unsupported-characters';

/** Whether every store keeps the text as it is. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text);
}

/** Text of a file or another service, with the characters that cannot be stored replaced by U+FFFD. */
export function storable(text: string): string {
  return text.replaceAll(UNSTORABLE_ANYWHERE, '\ufffd');
}

/** JSON of a value with storable text. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'string' ? storable(inner) : inner));
}

/** Text from outside. Every text field of a request is made with this, or has a pattern. */
export function text(): z.ZodString {
  return z.string().refine(isStorable, { params: { problem: UNSUPPORTED_CHARACTERS } });
}
