/** What is kept of the engines in this browser's cache of assets. Loaded with the offline page, or after a new version came. */
import { keepFile } from '@bakkum/registry/kept-assets.browser';
import { ASSETS_CACHE, ENGINE_FILES_PATH, type EngineFiles } from '../../service-worker/build-info.ts';
import { OFFLINE_KEY } from '../../service-worker/offline-choice.ts';

type EngineFile = EngineFiles[string][number];

export type Room = { readonly kept: number; readonly all: number };

/** What every engine needs; from what is kept where there is no network. */
export async function readEngineFiles(): Promise<EngineFiles> {
  const response = await fetch(ENGINE_FILES_PATH);
  if (!response.ok) throw new Error(`${ENGINE_FILES_PATH} answered ${response.status}`);
  const listed: unknown = await response.json();
  if (!isEngineFiles(listed)) throw new TypeError(`${ENGINE_FILES_PATH} is no list of files`);
  return listed;
}

export function filesOf(list: EngineFiles, engines: readonly string[]): readonly EngineFile[] {
  const files = engines.flatMap((engine) => list[engine] ?? []);
  return [...new Map(files.map((file) => [file[0], file])).values()];
}

/** Bytes of these files on this device, and of all of them. */
export async function roomOf(files: readonly EngineFile[]): Promise<Room> {
  const kept = await keptAddresses();
  return { kept: sizeOf(files.filter(([address]) => kept.has(address))), all: sizeOf(files) };
}

/**
 * Fetches and keeps what is not here yet, and tells bytes as they come. `full` where there is no room for it. Rejects when the
 * network fails, or the signal says so; what has come until then stays.
 */
export async function keepFiles(
  files: readonly EngineFile[],
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<'kept' | 'full'> {
  const kept = await keptAddresses();
  const missing = files.filter(([address]) => !kept.has(address));
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } = await navigator.storage.estimate();
  if (quota - usage < sizeOf(missing)) return 'full';
  const cache = await caches.open(ASSETS_CACHE);
  try {
    for (const [address] of missing) await keepFile(cache, address, onBytes, signal);
  } catch (refusal) {
    if (refusal instanceof DOMException && refusal.name === 'QuotaExceededError') return 'full';
    throw refusal;
  }
  return 'kept';
}

/** @param except files that something else needs */
export async function removeFiles(files: readonly EngineFile[], except: readonly EngineFile[]): Promise<void> {
  const needed = new Set(except.map(([address]) => address));
  const cache = await caches.open(ASSETS_CACHE);
  await Promise.all(files.filter(([address]) => !needed.has(address)).map(([address]) => cache.delete(address)));
}

/** Engines that stay here also when a new version of the site comes. */
export function chosenEngines(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(OFFLINE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((engine) => typeof engine === 'string') : [];
  } catch {
    return []; // closed to us, or not ours
  }
}

export function chooseEngines(engines: readonly string[]): void {
  try {
    if (engines.length > 0) localStorage.setItem(OFFLINE_KEY, JSON.stringify([...new Set(engines)].sort()));
    else localStorage.removeItem(OFFLINE_KEY);
  } catch {
    // Closed to us: they are fetched anew when the next version is used.
  }
}

/** After an update the chosen engines have new files. */
export async function refreshChosen(): Promise<void> {
  const files = filesOf(await readEngineFiles(), chosenEngines());
  await keepFiles(files, () => undefined, new AbortController().signal);
}

async function keptAddresses(): Promise<ReadonlySet<string>> {
  const cache = await caches.open(ASSETS_CACHE);
  return new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
}

function sizeOf(files: readonly EngineFile[]): number {
  return files.reduce((sum, [, bytes]) => sum + bytes, 0);
}

function isEngineFiles(value: unknown): value is EngineFiles {
  return typeof value === 'object' && value !== null && Object.values(value).every(isFileList);
}

function isFileList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((file: unknown) => Array.isArray(file) && typeof file[0] === 'string' && typeof file[1] === 'number')
  );
}
