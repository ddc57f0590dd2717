/** Engines stored in this browser's asset cache. Loaded with the offline page, or after an update. */
import { isLargeEngine, keepFile } from '@bakkum/registry/browser/kept-assets.browser';
import { freeBytes, openCache } from '@bakkum/registry/browser/optional-apis.browser';
import { ASSETS_CACHE, ENGINE_FILES_PATH, type EngineFiles } from '../service-worker/build-info.ts';
import { OFFLINE_KEY } from '../service-worker/offline-choice.ts';

type EngineFile = EngineFiles[string][number];

export type Room = { readonly kept: number; readonly all: number };

/** Files of each engine, from the cache when there is no network. */
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

/**
 * Returns a function that checks whether engines were loaded on this device: their entry, and their own files. Small engines load
 * their files one by one, so one of them counts; large engines are downloaded whole.
 */
export async function findLoadedEngines(): Promise<(engines: readonly string[]) => boolean> {
  const [list, kept] = await Promise.all([readEngineFiles(), keptAddresses()]);
  const isKept = ([address]: EngineFile): boolean => kept.has(address);
  const isLoaded = (engine: string): boolean => {
    const files = list[engine] ?? [];
    const own = files.filter(([, , role]) => role === 'asset');
    const isWhole = isLargeEngine(engine) ? own.every(isKept) : own.length === 0 || own.some(isKept);
    return isWhole && files.filter(([, , role]) => role === 'entry').every(isKept);
  };
  return (engines) => engines.every(isLoaded);
}

/** Stored bytes of these files, and their total. */
export async function roomOf(files: readonly EngineFile[]): Promise<Room> {
  const kept = await keptAddresses();
  return { kept: sizeOf(files.filter(([address]) => kept.has(address))), all: sizeOf(files) };
}

/**
 * Downloads and stores missing files, and reports progress in bytes. Returns `full` if there is no room. Rejects when the network
 * fails or the signal aborts; files stored until then remain.
 */
export async function keepFiles(
  files: readonly EngineFile[],
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<'kept' | 'full'> {
  const kept = await keptAddresses();
  const missing = files.filter(([address]) => !kept.has(address));
  const cache = await openCache(ASSETS_CACHE);
  if (!cache || ((await freeBytes()) ?? Number.POSITIVE_INFINITY) < sizeOf(missing)) return 'full';
  try {
    for (const [address] of missing) await keepFile(cache, address, onBytes, signal);
  } catch (refusal) {
    if (refusal instanceof DOMException && refusal.name === 'QuotaExceededError') return 'full';
    throw refusal;
  }
  return 'kept';
}

/** @param except files that other engines need */
export async function removeFiles(files: readonly EngineFile[], except: readonly EngineFile[]): Promise<void> {
  const needed = new Set(except.map(([address]) => address));
  const cache = await openCache(ASSETS_CACHE);
  if (!cache) return;
  await Promise.all(files.filter(([address]) => !needed.has(address)).map(([address]) => cache.delete(address)));
}

/** Engines to keep across updates of the site. */
export function chosenEngines(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(OFFLINE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((engine) => typeof engine === 'string') : [];
  } catch {
    return []; // unavailable, or written by something else
  }
}

export function chooseEngines(engines: readonly string[]): void {
  try {
    if (engines.length > 0) localStorage.setItem(OFFLINE_KEY, JSON.stringify([...new Set(engines)].sort()));
    else localStorage.removeItem(OFFLINE_KEY);
  } catch {
    // Storage is unavailable: the engines are downloaded again when the next version is used.
  }
}

/** Downloads new files of the chosen engines after an update. */
export async function refreshChosen(): Promise<void> {
  const files = filesOf(await readEngineFiles(), chosenEngines());
  await keepFiles(files, () => undefined, new AbortController().signal);
}

async function keptAddresses(): Promise<ReadonlySet<string>> {
  const cache = await openCache(ASSETS_CACHE);
  return new Set(((await cache?.keys()) ?? []).map(({ url }) => new URL(url).pathname));
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
