import type { EngineManifest } from '@bakkum/conversion/engine';
import type { Plan, Planner } from '@bakkum/conversion/planner';
import type { WorkerLink } from '@bakkum/conversion/workers/worker-protocol';
import { findNativeTools, NATIVE_TOOL_NAMES, type NativeTool, parseNativeTools } from '@bakkum/native-programs/find-tools';
import { estimateOver, plannerFor } from '../catalogue.ts';
import { MANIFESTS } from '../manifests.gen.ts';
import { NATIVE_MANIFESTS } from '../native-engines.node.gen.ts';
import { nodeCapabilities } from './capabilities.node.ts';
import { spawnNodeWorker } from './spawn.node.ts';

export { NATIVE_TOOL_NAMES, parseNativeTools };

/** Native tools the operator allows; none by default. `searchPath` lists program folders as in `PATH`. */
export type NativeUse = { readonly allowed: readonly NativeTool[]; readonly searchPath: string };

/** Everything a Node program needs for conversions. */
export type NodeHost = {
  readonly planner: Planner;
  spawn(): WorkerLink;
  estimateBytes(plan: Plan, inputBytes: number): number;
};

const ALL: readonly EngineManifest[] = [...MANIFESTS, ...NATIVE_MANIFESTS];

/**
 * Creates a host with every engine of this build and the allowed programs installed on this machine. Allowed programs that are
 * missing are not used.
 * @param lanes threads among which a conversion may divide its work
 */
export function openNodeHost({ allowed, searchPath }: NativeUse, lanes = 1): NodeHost {
  const tools = allowed.length > 0 ? findNativeTools(allowed, searchPath) : undefined;
  return {
    planner: plannerFor(nodeCapabilities(tools), NATIVE_MANIFESTS),
    spawn: () => spawnNodeWorker(tools, lanes),
    estimateBytes: estimateOver(ALL),
  };
}
