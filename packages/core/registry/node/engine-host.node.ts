import { readFile } from 'node:fs/promises';
import type { EngineManifest } from '@bakkum/conversion/engine';
import type { EngineHost } from '@bakkum/conversion/executor';
import type { ProgramHost } from '@bakkum/conversion/installed-programs';
import { memoryOutput } from '@bakkum/conversion/memory-output';
import type { OutputFile } from '@bakkum/conversion/output-file';
import { ENGINE_LOADERS } from '../engines.gen.ts';
import { NATIVE_LOADERS } from '../native-loaders.node.gen.ts';
import { keepModules, type Modules } from '../shared-modules.ts';
import { engineFiles } from './engine-files.node.ts';

/**
 * Loads engines and their assets from disk. Results stay in memory unless the outputs say otherwise; without programs, no engine
 * starts one.
 * @param manifests of the engines of its jobs, available before a job arrives
 */
export function createNodeEngineHost(
  manifests: readonly EngineManifest[],
  outputs: { open(): OutputFile } = { open: memoryOutput },
  programs?: ProgramHost,
  modules: Modules = keepModules(),
): EngineHost {
  const read = async (engine: string, asset: string): Promise<Uint8Array<ArrayBuffer>> => {
    await engineFiles.ensure(engine, asset);
    return new Uint8Array(await readFile(engineFiles.url(engine, asset)));
  };
  return {
    manifests,
    ...(programs ? { programs } : {}),
    ...(engineFiles.fetchAhead ? { fetchAhead: engineFiles.fetchAhead } : {}),
    async loadEngine(id) {
      const load = ENGINE_LOADERS[id] ?? NATIVE_LOADERS[id];
      if (!load) throw new RangeError(`no engine ${id}`);
      return (await load()).engine;
    },
    openOutput: async () => outputs.open(),
    bytes: read,
    url: (engine, asset) => engineFiles.url(engine, asset).href,
    wasm(engine, asset) {
      const compile = async (): Promise<WebAssembly.Module> => WebAssembly.compile(await read(engine, asset));
      return modules.get(engineFiles.url(engine, asset).href, compile);
    },
  };
}
