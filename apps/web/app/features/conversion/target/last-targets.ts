import { z } from 'zod';
import { storedText } from '../../../state/stored-text.ts';

/** The target the user last chose for each source format, kept on this device. */
export type LastTargets = {
  readonly of: (from: string) => string | undefined;
  readonly remember: (from: string, to: string) => void;
};

const MAX_REMEMBERED = 100;
const stored = storedText('bakkum.last-targets');
const pairs = z.array(z.tuple([z.string(), z.string()])).max(MAX_REMEMBERED);

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
    return new Map(pairs.parse(JSON.parse(text)));
  } catch {
    return new Map();
  }
}
