import { engineFiles } from '@bakkum/registry/node/engine-files.node';
import { EXIT, failure, type Outcome, usageError } from './outcome.ts';

const MEGABYTE = 1_000_000;

/** `bakkum engines fetch NAME…`: downloads engine files; `all` selects every engine. */
export async function fetchEngines(names: readonly string[], signal: AbortSignal): Promise<Outcome> {
  const known = downloads().map(({ id }) => id);
  const unknown = names.filter((name) => name !== 'all' && !known.includes(name));
  if (unknown.length > 0) return usageError(`unknown engine ${unknown.join(', ')}; bakkum engines lists them`);
  try {
    for (const name of names.includes('all') ? known : names) await engineFiles.fetchWhole?.(name, signal);
  } catch (error) {
    return failure(signal.aborted ? 'cancelled' : 'engine-unavailable', error instanceof Error ? error.message : String(error));
  }
  return listEngines();
}

function downloads(): ReturnType<NonNullable<typeof engineFiles.engines>> {
  return (engineFiles.engines?.() ?? []).filter(({ downloadBytes }) => downloadBytes > 0);
}

/** `bakkum engines`: lists installed engines, and the download size of the others. */
export function listEngines(): Outcome {
  const list = downloads();
  const lines = list.map(({ id, downloadBytes, missingBytes }) => {
    const state = missingBytes === 0 ? 'installed' : `${megabytes(missingBytes)} of ${megabytes(downloadBytes)} MB to download`;
    return `${id.padEnd(16)} ${state}`;
  });
  const text = lines.length > 0 ? lines.join('\n') : 'Every engine is installed.';
  return { exit: EXIT.done, text, json: { engines: list } };
}

function megabytes(bytes: number): number {
  return Math.max(1, Math.round(bytes / MEGABYTE));
}
