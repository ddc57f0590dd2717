import type { EngineManifest } from '@bakkum/conversion/engine';
import type { Plan, Planner } from '@bakkum/conversion/planner';
import type { WorkerLink } from '@bakkum/conversion/worker-protocol';
import { findNativeTools, NATIVE_TOOL_NAMES, type NativeTool, parseNativeTools } from '@bakkum/native-programs/find-tools';
import { nodeCapabilities } from './capabilities.node.ts';
import { estimateOver, plannerFor } from './catalogue.ts';
import { MANIFESTS } from './manifests.gen.ts';
import { NATIVE_MANIFESTS } from './native-engines.node.gen.ts';
import { spawnNodeWorker } from './spawn.node.ts';

export { NATIVE_TOOL_NAMES, parseNativeTools };

/** What an operator allows: nothing unless named. `searchPath` is where programs are looked for, as `PATH` spells it. */
export type NativeUse = { readonly allowed: readonly NativeTool[]; readonly searchPath: string };

/** Everything a Node program needs to convert. */
export type NodeHost = {
  readonly planner: Planner;
  spawn(): WorkerLink;
  estimateBytes(plan: Plan, inputBytes: number): number;
};

const ALL: readonly EngineManifest[] = [...MANIFESTS, ...NATIVE_MANIFESTS];

/**
 * A host over every engine of this build, and over programs installed on this machine as far as they are allowed. Those that are
 * allowed but not installed are simply not used.
 */
export function openNodeHost({ allowed, searchPath }: NativeUse): NodeHost {
  const tools = allowed.length > 0 ? findNativeTools(allowed, searchPath) : undefined;
  return {
    planner: plannerFor(nodeCapabilities(tools), NATIVE_MANIFESTS),
    spawn: () => spawnNodeWorker(tools),
    estimateBytes: estimateOver(ALL),
  };
}
