import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Engine, EngineContext, EngineManifest } from '@bakkum/conversion/engine';
import { memoryOutput } from '@bakkum/conversion/memory-output';
import { defaultsOf, type OptionValues } from '@bakkum/conversion/options';

const ROOT = path.resolve(import.meta.dirname, '..');

/** Creates the context of an engine for a test that calls it directly. Assets come from the installed packages. */
export function contextFor(manifest: EngineManifest, signal: AbortSignal = new AbortController().signal): EngineContext {
  const place = (asset: string): string => {
    const specifier = manifest.assets[asset];
    if (!specifier) throw new RangeError(`${manifest.id} declares no asset ${asset}`);
    const folder = specifier.startsWith('./') ? path.join(ROOT, 'engines', manifest.id) : path.join(ROOT, 'node_modules');
    return path.join(folder, specifier);
  };
  const read = async (asset: string): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await readFile(place(asset)));
  return {
    signal,
    lanes: 1,
    onProgress: () => undefined,
    bytes: read,
    wasm: async (asset) => WebAssembly.compile(await read(asset)),
    url: (asset) => pathToFileURL(place(asset)).href,
    openOutput: async () => memoryOutput(),
  };
}

/** Converts one input with the conversion's default options and the given ones. */
export async function convertWith(
  { engine, manifest }: { readonly engine: Engine; readonly manifest: EngineManifest },
  job: {
    readonly input: Parameters<Engine['convert']>[0]['inputs'][0];
    readonly from: string;
    readonly to: string;
    readonly options?: OptionValues;
  },
  signal?: AbortSignal,
): ReturnType<Engine['convert']> {
  const conversion = manifest.conversions.find(({ from, to }) => from.includes(job.from) && to.includes(job.to));
  if (!conversion) throw new RangeError(`${manifest.id} does not convert ${job.from} to ${job.to}`);
  const options = { ...defaultsOf(conversion.options ?? {}), ...job.options };
  return engine.convert({ inputs: [job.input], from: job.from, to: job.to, options }, contextFor(manifest, signal));
}

/** Reads a file of `tests/fixtures`. */
export async function fixture(name: string): Promise<Blob> {
  return new Blob([await readFile(path.join(ROOT, 'tests/fixtures', name))]);
}
