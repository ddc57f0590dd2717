import type { JobResult } from '@bakkum/conversion/runner';
import { storedText } from '../../../state/stored-text.ts';

/** Counts conversions on this device for the statistics of the quick screen. Stored on the device only. */
export type DeviceRecord = { readonly lastMs: number; readonly done: number; readonly failed: number };

export const recordText = storedText('bakkum-record');
const NOTHING: DeviceRecord = { lastMs: 0, done: 0, failed: 0 };

/** Other code may write to local storage, so invalid data counts as no record. */
export function recordOf(text: string): DeviceRecord {
  try {
    const { lastMs, done, failed }: Partial<Record<keyof DeviceRecord, unknown>> = JSON.parse(text || '{}');
    return typeof lastMs === 'number' && typeof done === 'number' && typeof failed === 'number'
      ? { lastMs, done, failed }
      : NOTHING;
  } catch {
    return NOTHING;
  }
}

/** Counts a conversion, unless it was cancelled. */
export function recordConversion(result: JobResult): void {
  if (!result.ok && result.code === 'cancelled') return;
  const known = recordOf(recordText.snapshot());
  const next = result.ok ? { ...known, lastMs: result.elapsedMs, done: known.done + 1 } : { ...known, failed: known.failed + 1 };
  recordText.write(JSON.stringify(next));
}
