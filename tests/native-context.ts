import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { EngineContext, EngineManifest } from '@bakkum/conversion/engine';
import type { ProgramHost } from '@bakkum/conversion/installed-programs';
import { findNativeTools, type NativeTool } from '@bakkum/native-programs/find-tools';
import { type NativeTools, programsFor } from '@bakkum/native-programs/folder';
import { endGroup } from '@bakkum/native-programs/process';
import { SANDBOXES } from '@bakkum/native-programs/sandbox';
import { pathOf } from '@bakkum/registry/node/file-blobs.node';
import { createOutputStore } from '@bakkum/registry/node/output-store.node';
import { contextFor } from './engine-context.ts';

/** Returns the tool in every sandbox that works on this machine; none where it is not installed. */
export function sandboxedTools(tool: NativeTool): readonly NativeTools[] {
  return SANDBOXES.flatMap((sandbox) => findNativeTools([tool], process.env['PATH'] ?? '', [sandbox]) ?? []);
}

export type NativeBench = {
  contextFor(manifest: EngineManifest, tools: NativeTools, signal?: AbortSignal): EngineContext;
  /** Returns contexts of jobs that have the same owner. Programs run between them until `endPrograms`. */
  leaseFor(manifest: EngineManifest, tools: NativeTools): (signal?: AbortSignal) => EngineContext;
  /** Ends all running programs and deletes their folders. */
  endPrograms(): Promise<void>;
  /** Running process groups. */
  readonly groups: ReadonlySet<number>;
  /** Private folders that were not removed. */
  leftOver(): readonly string[];
  dispose(): void;
};

/** Creates a temporary folder in which installed programs work during a test. */
export function nativeBench(): NativeBench {
  const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-native-'));
  const runs = path.join(folder, 'runs');
  mkdirSync(runs);
  const store = createOutputStore(path.join(folder, 'results'));
  const groups = new Set<number>();
  const hostFor = (tools: NativeTools, isLeased: boolean): ProgramHost =>
    programsFor({
      tools,
      parent: runs,
      pathOf,
      adopt: (file) => store.adopt(file),
      onGroup: (group, running) => void (running ? groups.add(group) : groups.delete(group)),
      isLeased,
    });
  const contextIn = (host: ProgramHost, manifest: EngineManifest, signal = new AbortController().signal): EngineContext => ({
    ...contextFor(manifest, signal),
    programs: { ...host, open: () => host.open(signal) },
  });
  return {
    groups,
    contextFor: (manifest, tools, signal) => contextIn(hostFor(tools, false), manifest, signal),
    leaseFor(manifest, tools) {
      const host = hostFor(tools, true);
      return (signal) => contextIn(host, manifest, signal);
    },
    async endPrograms() {
      for (const group of groups) endGroup(group);
      while (groups.size > 0) await setImmediate();
      for (const name of readdirSync(runs)) rmSync(path.join(runs, name), { recursive: true });
    },
    leftOver: () => readdirSync(runs),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export type Canary = { readonly address: string; readonly asked: readonly string[]; close(): Promise<void> };

/** A server that must not receive any request. */
export async function openCanary(): Promise<Canary> {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end();
  });
  server.on('connection', () => asked.push('a connection'));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const place = server.address();
  if (place === null || typeof place === 'string') throw new Error('no port');
  return {
    address: `http://127.0.0.1:${place.port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
