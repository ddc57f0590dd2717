import { storedText } from '../state/stored-text.ts';

/** The target the user last chose for each source format, kept on this device. */
export type LastTargets = {
  readonly of: (from: string) => string | undefined;
  readonly remember: (from: string, to: string) => void;
};

const MAX_REMEMBERED = 100;
const stored = storedText('bakkum.last-targets');

export const lastTargets: LastTargets = {
  of: (from) => read().get(from),
  remember(from, to) {
    const targets = read();
    targets.delete(from);
    stored.write(JSON.stringify([...targets.set(from, to)].slice(-MAX_REMEMBERED)));
  },
};

/** Empty if nothing, or something else, is stored. */
function read(): Map<string, string> {
  const text = stored.snapshot();
  if (text === '') return new Map();
  try {
    const pairs: unknown = JSON.parse(text);
    return new Map(Array.isArray(pairs) ? pairs.filter(isPair).slice(-MAX_REMEMBERED) : []);
  } catch {
    return new Map();
  }
}

/** Zod would be a fifth of the page's scripts. */
function isPair(value: unknown): value is readonly [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');
}
