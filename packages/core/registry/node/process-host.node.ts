import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { EngineManifest, FormatId } from '@bakkum/conversion/engine';
import type { Plan, Planner } from '@bakkum/conversion/planner';
import { findNativeTools } from '@bakkum/native-programs/find-tools';
import type { NativeTools } from '@bakkum/native-programs/folder';
import { detectSandbox, type SandboxSetting } from '@bakkum/native-programs/sandboxed-process';
import { makeWorkFolder } from '@bakkum/native-programs/work-folders';
import { estimateOver, formatById, plannerFor } from '../catalogue.ts';
import { MANIFESTS } from '../manifests.gen.ts';
import { NATIVE_MANIFESTS } from '../native-engines.node.gen.ts';
import { provenTargets } from '../proven-pairs.ts';
import { nodeCapabilities } from './capabilities.node.ts';
import { machineMemory } from './machine-memory.node.ts';
import type { NativeUse } from './native-host.node.ts';
import { ProcessLeases } from './process-leases.node.ts';
import { ConversionProcess, PROGRAM_FILES } from './spawn-process.node.ts';

/** Converts files in processes, each leased to one owner at a time. */
export type ProcessHost = Pick<ProcessLeases, 'lease' | 'prepare' | 'dispose'> & {
  readonly planner: Planner;
  /** Returns the target formats available here, proven with real files. */
  targetsOf(from: FormatId): readonly FormatId[];
  readonly sandbox: 'bubblewrap' | 'none';
  /** Why nothing can be converted here; absent when it can. */
  readonly problem?: string;
  /** Versions of the installed programs that engines may use. */
  readonly programs: readonly string[];
  /** Number of files converted at the same time, and the memory for all of them in bytes. */
  readonly atOnce: number;
  readonly memoryBytes: number;
  estimateBytes(plan: Plan, inputBytes: number): number;
};

export type HostOptions = { readonly atOnce?: number; readonly onProblem?: (error: unknown) => void };

const ALL: readonly EngineManifest[] = [...MANIFESTS, ...NATIVE_MANIFESTS];
/** Maximum memory of one process in bytes; the largest engines use 2 GiB. */
const MAX_PROCESS_BYTES = 6 * 1024 ** 3;
/** Maximum size of a file that a process writes, in bytes. */
const MAX_FILE_BYTES = 8_000_000_000;
/** Processor time of a process for all its files, in seconds for each core. Each job has its own time limit. */
const MAX_PROCESSOR_SECONDS = 7200;
const HEAP_SHARE = 0.6;
const MEBIBYTE = 1024 ** 2;

/**
 * Detects what this machine supports. Installed programs are used only where a sandbox is available.
 * @param atOnce number of files that are converted at the same time; by default one more than cores, as one slot is kept for newcomers
 * @param onProblem reports processes that do not end
 */
export async function openProcessHost(
  setting: SandboxSetting,
  native: NativeUse,
  { atOnce = availableParallelism() + 1, onProblem = throwLater }: HostOptions = {},
): Promise<ProcessHost> {
  const walls = await wallsFor(setting);
  const shutIn = walls.sandbox === 'bubblewrap';
  const tools = shutIn ? toolsInside(native) : undefined;
  const planner = plannerFor(nodeCapabilities(tools), NATIVE_MANIFESTS);
  const memoryBytes = Math.floor(machineMemory() / 2);
  const processBytes = Math.min(MAX_PROCESS_BYTES, memoryBytes);
  const limits = {
    memoryBytes: processBytes,
    fileBytes: MAX_FILE_BYTES,
    processorSeconds: MAX_PROCESSOR_SECONDS * availableParallelism(),
  };
  const heapMegabytes = (processBytes * HEAP_SHARE) / MEBIBYTE;
  const leases = new ProcessLeases({
    atOnce,
    idleBytes: memoryBytes / atOnce,
    onProblem,
    start: (folders) =>
      new ConversionProcess({
        ...walls,
        ...folders,
        limits,
        heapMegabytes,
        ...(tools && { tools: { ...tools, ceiling: limits } }),
      }),
  });
  return {
    planner,
    targetsOf: rememberedTargets(planner),
    sandbox: walls.sandbox,
    ...(setting === 'required' && !shutIn && { problem: 'SANDBOX is required, and bubblewrap does not start here' }),
    programs: Object.values(tools?.versions ?? {}),
    atOnce,
    memoryBytes,
    estimateBytes: estimateOver(ALL),
    lease: (owner, engines) => leases.lease(owner, engines),
    prepare: () => leases.prepare(),
    dispose: () => leases.dispose(),
  };
}

function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
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
