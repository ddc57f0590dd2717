import type { Capability } from '@bakkum/conversion/capabilities';
import type { FormatId } from '@bakkum/conversion/engine';
import { createPlanner, type Plan, type Planner } from '@bakkum/conversion/planner';
import type { Format } from '@bakkum/formats/format';
import { FORMATS } from './formats.gen.ts';
import { MANIFESTS } from './manifests.gen.ts';

const byId = new Map(FORMATS.map((format) => [format.id, format]));
const INTERCHANGE: ReadonlySet<FormatId> = new Set(
  FORMATS.filter((format) => format.family === 'interchange').map((format) => format.id),
);

export function formatById(id: FormatId): Format | undefined {
  return byId.get(id);
}

/** Formats a person can meet: everything but the interchange rows. */
export function publicFormats(): readonly Format[] {
  return FORMATS.filter((format) => format.family !== 'interchange');
}

/** A planner over every engine of this build, for a host with these capabilities. */
export function plannerFor(host: ReadonlySet<Capability>): Planner {
  return createPlanner({ manifests: MANIFESTS, host, interchange: INTERCHANGE });
}

/** Peak bytes of a plan: its steps do not hold their memory at the same time, the worst one counts. */
export function estimateBytes(plan: Plan, inputBytes: number): number {
  const needs = plan.steps.map((step) => {
    const memory = MANIFESTS.find((manifest) => manifest.id === step.engine)?.memory;
    return memory ? memory.baseBytes + memory.perInputByte * inputBytes : 0;
  });
  return Math.max(...needs);
}
