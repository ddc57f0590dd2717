import { storedText } from './stored-text.ts';

/** What was converted on this device, for the figures of the quick screen. Kept on it and nowhere else. */
export type DeviceRecord = { readonly lastMs: number; readonly done: number; readonly failed: number };

export const recordText = storedText('bakkum-record');
const NOTHING: DeviceRecord = { lastMs: 0, done: 0, failed: 0 };

/** What is stored is not ours alone to write: what is no record counts as none. */
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

/** @param elapsedMs of a conversion that worked; nothing of one that failed */
export function recordConversion(elapsedMs: number | undefined): void {
  const known = recordOf(recordText.read());
  const next =
    elapsedMs === undefined ? { ...known, failed: known.failed + 1 } : { ...known, lastMs: elapsedMs, done: known.done + 1 };
  recordText.write(JSON.stringify(next));
}
