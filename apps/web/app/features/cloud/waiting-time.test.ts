import type { CloudView } from '@bakkum/api-contract/conversions/cloud';
import { expect, it } from 'vitest';
import { waitingTime } from './waiting-time.ts';

const view = (changes: Partial<CloudView>): CloudView => ({
  queued: 0,
  processing: 0,
  oldest_wait_s: 0,
  workers: 1,
  at_once: 2,
  stored: 0,
  store: 'folder',
  uptime: null,
  uptime_days: 0,
  completed: 10,
  average_ms: 30_000,
  backup: false,
  ...changes,
});

it.each([
  ['none while the queue is empty', {}, { status: 'none' }],
  ['none for a few seconds', { queued: 1, average_ms: 900 }, { status: 'none' }],
  ['the files ahead times their average, shared by all slots', { queued: 8 }, { status: 'measured', ms: 120_000 }],
  ['what a file has waited already, if that is more', { queued: 8, oldest_wait_s: 300 }, { status: 'measured', ms: 300_000 }],
  ['only the files ahead before anything was measured', { queued: 8, average_ms: null }, { status: 'unmeasured', ahead: 8 }],
  ['unknown while no worker runs', { queued: 8, workers: 0, at_once: 0 }, { status: 'stopped' }],
] as const)('is %s', (_, changes, expected) => expect(waitingTime(view(changes))).toEqual(expected));
