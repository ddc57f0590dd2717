/**
 * Which built files an engine needs beyond the core, with their sizes: what the offline page keeps. Written as data beside the
 * assets, because only that page and a new build ask for it.
 */
import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MANIFESTS } from '@bakkum/registry/manifests.gen';
import type { Rollup } from 'vite';
import { ENGINE_FILES_PATH, type EngineFiles } from '../app/service-worker/build-info.ts';
import { type Graph, reachableFrom } from './asset-graph.ts';

/** Adds from which file of the tree each asset of a bundle was made, `/` as separator. */
export function addOriginals(originals: Map<string, string>, bundle: Rollup.OutputBundle): void {
  for (const output of Object.values(bundle)) {
    if (output.type !== 'asset') continue;
    for (const original of output.originalFileNames) originals.set(original.split('\\').join('/'), output.fileName);
  }
}

type Build = {
  /** Folder of what browsers load. */
  readonly client: string;
  readonly graph: Graph;
  readonly originals: ReadonlyMap<string, string>;
  /** Addresses every visitor has. */
  readonly core: readonly string[];
};

export function writeEngineFiles({ client, graph, originals, core }: Build): void {
  const known = new Set(core);
  const files: Record<string, EngineFiles[string]> = {};
  for (const { id, assets } of MANIFESTS) {
    const chunks = reachableFrom(graph, (module) => module.endsWith(`/engines/${id}/engine.ts`), isEngine);
    const own = Object.values(assets).map((asset) => builtFrom(originals, id, asset));
    const addresses = [...new Set([...chunks, ...own])].map((file) => `/${file}`).filter((address) => !known.has(address));
    files[id] = addresses.sort().map((address) => [address, statSync(path.join(client, address)).size]);
  }
  writeFileSync(path.join(client, ENGINE_FILES_PATH), JSON.stringify(files));
}

function isEngine(module: string): boolean {
  return /\/engines\/[^/]+\/engine\.ts$/.test(module);
}

/** @param asset as a manifest names it: in a package, or beside the manifest */
function builtFrom(originals: ReadonlyMap<string, string>, engine: string, asset: string): string {
  const ending = asset.startsWith('.') ? path.posix.join('engines', engine, asset) : `node_modules/${asset}`;
  const [, file] = [...originals].find(([original]) => original.endsWith(ending)) ?? [];
  if (file === undefined) throw new Error(`no file was built from ${ending}`);
  return file;
}
