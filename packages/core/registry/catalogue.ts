import type { Capability } from '@bakkum/conversion/capabilities';
import type { EngineManifest, FormatId, Operation } from '@bakkum/conversion/engine';
import { createPlanner, type Plan, type Planner } from '@bakkum/conversion/planner';
import type { Format } from '@bakkum/formats/format';
import { axesOfSource, axesOfTarget } from './format-axes.ts';
import { FORMATS } from './formats.gen.ts';
import { MANIFESTS } from './manifests.gen.ts';
import { bothHoldText, makesSense } from './sensible-pairs.ts';

const byId = new Map(FORMATS.map((format) => [format.id, format]));
const INTERCHANGE: ReadonlySet<FormatId> = new Set(
  FORMATS.filter((format) => format.family === 'interchange').map((format) => format.id),
);

const holds = {
  source: (id: FormatId) => axesOfSource(byId.get(id)),
  target: (id: FormatId) => axesOfTarget(byId.get(id)),
};

export function formatById(id: FormatId): Format | undefined {
  return byId.get(id);
}

/** Returns the formats visible to users: all except the interchange formats and the fallback. */
export function publicFormats(): readonly Format[] {
  return FORMATS.filter((format) => format.family !== 'interchange' && !format.fallback);
}

/** Finds a format by its id or an extension, in any case and with or without a dot. Its main extension counts before others. */
export function formatNamed(given: string): FormatId | undefined {
  const named = given.toLowerCase().replace(/^\./, '');
  const formats = publicFormats();
  const found = formats.find(({ id }) => id === named) ?? formats.find(({ extensions }) => extensions[0] === named);
  return (found ?? formats.find(({ extensions }) => extensions.includes(named)))?.id;
}

/** Formats of which several files can be combined into one. */
export function combinedFormats(): readonly FormatId[] {
  const conversions = MANIFESTS.flatMap((manifest) => manifest.conversions).filter(({ combines }) => combines);
  const written = new Set(conversions.flatMap(({ to }) => to));
  return publicFormats().flatMap(({ id }) => (written.has(id) ? [id] : []));
}

/** Formats in which an operation that is planned by name writes its result. */
export function operationFormats(operation: Operation): readonly FormatId[] {
  return MANIFESTS.flatMap((manifest) => manifest.conversions).flatMap((each) => (each.operation === operation ? each.to : []));
}

/** The format whose conversions are offered for files that nothing else converts. */
export function fallbackFormat(): Format | undefined {
  return FORMATS.find(({ fallback }) => fallback);
}

/**
 * Creates a planner over every engine of this build, for a host with these capabilities. @param more engines only this host has
 */
export function plannerFor(host: ReadonlySet<Capability>, more: readonly EngineManifest[] = []): Planner {
  const planner = createPlanner({ manifests: [...MANIFESTS, ...more], host, interchange: INTERCHANGE, holds });
  return {
    ...planner,
    targetsOf(from) {
      const source = byId.get(from);
      const offered = [...planner.targetsOf(from)].filter(([to, fidelity]) => {
        const target = byId.get(to);
        return makesSense(source, target) && !(fidelity === 'picture' && bothHoldText(source, target));
      });
      return new Map(offered);
    },
  };
}

/** Peak memory of a plan, in bytes. */
export const estimateBytes = estimateOver(MANIFESTS);

const HELD = new Map(MANIFESTS.map(({ id, memory }) => [id, memory.baseBytes]));

/** Bytes a worker keeps after it has run this engine, as the heap of WebAssembly does not shrink. */
export const heldBytes = (engine: string): number => HELD.get(engine) ?? 0;

/** The steps of a plan do not use their memory at the same time, so the largest one counts. */
export function estimateOver(manifests: readonly EngineManifest[]): (plan: Plan, inputBytes: number) => number {
  const memoryOf = new Map(manifests.map(({ id, memory }) => [id, memory]));
  return (plan, inputBytes) => {
    const needs = plan.steps.map(({ engine }) => memoryOf.get(engine) ?? { baseBytes: 0, perInputByte: 0 });
    return Math.max(...needs.map(({ baseBytes, perInputByte }) => baseBytes + perInputByte * inputBytes));
  };
}
