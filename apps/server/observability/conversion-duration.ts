import { Histogram, type Registry } from 'prom-client';

export type ConversionOutcome = 'completed' | 'failed' | 'stopped';

/** Upper bounds of the duration histogram, in seconds: from small images to long videos. */
const DURATION_BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800, 3600];

/** Duration of conversions in this process. */
export type ConversionDuration = {
  observe(outcome: ConversionOutcome, milliseconds: number): void;
};

export function createConversionDuration(registry: Registry): ConversionDuration {
  const durations = new Histogram({
    name: 'bakkum_conversion_duration_seconds',
    help: 'Time from admission to the end of a conversion, without waiting and storing',
    labelNames: ['outcome'] as const,
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  return { observe: (outcome, milliseconds) => durations.observe({ outcome }, milliseconds / 1000) };
}
