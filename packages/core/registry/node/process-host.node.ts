import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { EngineManifest, FormatId } from '@bakkum/conversion/engine';
import type { Plan, Planner } from '@bakkum/conversion/planner';
import type { WorkerLink } from '@bakkum/conversion/worker-protocol';
import { findNativeTools } from '@bakkum/native-programs/find-tools';
import type { NativeTools } from '@bakkum/native-programs/folder';
import { detectSandbox, type ProcessLimits, type SandboxSetting } from '@bakkum/native-programs/sandboxed-process';
import { makeWorkFolder } from '@bakkum/native-programs/work-folders';
import { estimateOver, formatById, plannerFor } from '../catalogue.ts';
import { MANIFESTS } from '../manifests.gen.ts';
import { NATIVE_MANIFESTS } from '../native-engines.node.gen.ts';
import { provenTargets } from '../proven-pairs.ts';
import { nodeCapabilities } from './capabilities.node.ts';
import { machineMemory } from './machine-memory.node.ts';
import type { NativeUse } from './native-host.node.ts';
import { PROGRAM_FILES, spawnNodeProcess } from './spawn-process.node.ts';

/** Converts each file in its own process. */
export type ProcessHost = {
  readonly planner: Planner;
  /** Returns the target formats available here, proven with real files. */
  targetsOf(from: FormatId): readonly FormatId[];
  readonly sandbox: 'bubblewrap' | 'none';
  /** Why nothing can be converted here; absent when it can. */
  readonly problem?: string;
  /** Names of installed programs that engines may use. */
  readonly programs: readonly string[];
  /** Number of concurrent processes for which this machine has cores, and the memory for all of them in bytes. */
  readonly atOnce: number;
  readonly memoryBytes: number;
  estimateBytes(plan: Plan, inputBytes: number): number;
  spawn(folder: string, limits: Omit<ProcessLimits, 'memoryBytes'>): WorkerLink;
};

const ALL: readonly EngineManifest[] = [...MANIFESTS, ...NATIVE_MANIFESTS];
/** Maximum memory of one process in bytes; the largest engines use 2 GiB. */
const MAX_PROCESS_BYTES = 6 * 1024 ** 3;
const HEAP_SHARE = 0.6;
const MEBIBYTE = 1024 ** 2;

/** Detects what this machine supports. Installed programs are used only where a sandbox is available. */
export async function openProcessHost(setting: SandboxSetting, native: NativeUse): Promise<ProcessHost> {
  const walls = await wallsFor(setting);
  const shutIn = walls.sandbox === 'bubblewrap';
  const tools = shutIn ? toolsInside(native) : undefined;
  const planner = plannerFor(nodeCapabilities(tools), NATIVE_MANIFESTS);
  const memoryBytes = Math.floor(machineMemory() / 2);
  const processBytes = Math.min(MAX_PROCESS_BYTES, memoryBytes);
  return {
    planner,
    targetsOf: rememberedTargets(planner),
    sandbox: walls.sandbox,
    ...(setting === 'required' && !shutIn && { problem: 'SANDBOX is required, and bubblewrap does not start here' }),
    programs: Object.keys(tools?.programs ?? {}),
    atOnce: availableParallelism(),
    memoryBytes,
    estimateBytes: estimateOver(ALL),
    spawn: (folder, limits) =>
      spawnNodeProcess({
        ...walls,
        folder,
        limits: { ...limits, memoryBytes: processBytes },
        heapMegabytes: (processBytes * HEAP_SHARE) / MEBIBYTE,
        ...(tools && { tools }),
      }),
  };
}

async function wallsFor(setting: SandboxSetting): ReturnType<typeof detectSandbox> {
  const folder = await makeWorkFolder('try');
  try {
    const found = await detectSandbox(process.execPath, [...PROGRAM_FILES, process.execPath], folder);
    return setting === 'off' ? { ...found, sandbox: 'none' } : found;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** They start within the sandbox of the process, where no second sandbox can be created. */
function toolsInside({ allowed, searchPath }: NativeUse): NativeTools | undefined {
  return allowed.length > 0 ? findNativeTools(allowed, searchPath, ['none']) : undefined;
}

function rememberedTargets(planner: Planner): (from: FormatId) => readonly FormatId[] {
  const known = new Map<FormatId, readonly FormatId[]>();
  return (from) => {
    const remembered = known.get(from);
    if (remembered) return remembered;
    const reached = planner.targetsOf(from);
    const offered = [...(provenTargets('node', from) ?? [])].filter((to) => to !== from && reached.has(to) && formatById(to));
    known.set(from, offered);
    return offered;
  };
}
