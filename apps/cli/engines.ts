import { engineFiles } from '@bakkum/registry/engine-files.node';
import { EXIT, failure, type Outcome, usageError } from './outcome.ts';

const MEGABYTE = 1_000_000;

/**
 * `bakkum engines` lists engines that are downloaded when they are used first; `bakkum engines fetch NAME…` downloads some now, or
 * with `all` every one, for use without a network.
 */
export async function engines([action, ...names]: readonly string[], signal: AbortSignal): Promise<Outcome> {
  if (action === undefined) return listEngines();
  if (action !== 'fetch' || names.length === 0)
    return usageError('write: bakkum engines, or bakkum engines fetch NAME… (or all)');
  const known = downloads().map(({ id }) => id);
  const unknown = names.filter((name) => name !== 'all' && !known.includes(name));
  if (unknown.length > 0) return usageError(`no engine to download is called ${unknown.join(', ')}: bakkum engines lists them`);
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

function listEngines(): Outcome {
  const list = downloads();
  const lines = list.map(({ id, downloadBytes, missingBytes }) => {
    const state = missingBytes === 0 ? 'here' : `${megabytes(missingBytes)} of ${megabytes(downloadBytes)} MB to download`;
    return `${id.padEnd(16)} ${state}`;
  });
  const text = lines.length > 0 ? lines.join('\n') : 'Every engine is installed.';
  return { exit: EXIT.done, text, json: { engines: list } };
}

function megabytes(bytes: number): number {
  return Math.max(1, Math.round(bytes / MEGABYTE));
}
