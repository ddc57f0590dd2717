import { guessText } from '@bakkum/document-input/text-encoding';

/**
 * Decodes all names of an archive that has no encoding mark together: a single short name is valid in many encodings, a whole
 * list rarely is. Returns `undefined` when no encoding accepts every byte.
 */
export function decodeNames(names: readonly Uint8Array[]): readonly string[] | undefined {
  const separator = 0x0a;
  const joined = new Uint8Array(names.reduce((sum, name) => sum + name.length + 1, 0));
  let at = 0;
  for (const name of names) {
    joined.set(name, at);
    at += name.length + 1;
    joined[at - 1] = separator;
  }
  const decoded = guessText(joined)?.split('\n').slice(0, -1);
  return decoded?.length === names.length ? decoded : undefined;
}
