import { webWorkers } from './web-workers.ts';

/** More lanes save little time and each needs memory. */
const MAX_LANES = 4;
const LANES_ON_SMALL_DEVICES = 2;
/** Gibibytes; reported only by Chromium's workers. */
const SMALL_DEVICE = 4;

let limit = MAX_LANES;

/** Limits the lanes of a conversion, on hosts where several conversions share the cores. */
export function limitLanes(lanes: number): void {
  limit = lanes;
}

/** Number of workers among which a conversion divides its work, including its own. */
export function parallelLanes(): number {
  const isSmall = 'deviceMemory' in navigator && Number(navigator.deviceMemory) < SMALL_DEVICE;
  return Math.min(isSmall ? LANES_ON_SMALL_DEVICES : limit, navigator.hardwareConcurrency);
}

/**
 * Number of threads for a conversion that shares the processors, its own included.
 * @param sharers conversions at the same time, including this one
 */
export function lanesAmong(sharers: number): number {
  return webWorkers() ? Math.max(1, Math.floor(parallelLanes() / sharers)) : 1;
}
