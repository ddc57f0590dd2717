import { afterEach, describe, expect, it } from 'vitest';
import { lanesAmong, limitLanes, parallelLanes } from './parallel-lanes.ts';
import { type EngineWorker, provideWebWorkers } from './web-workers.ts';

class SilentWorker implements EngineWorker {
  postMessage(): void {
    // answers nothing
  }
  terminate(): void {
    // has nothing to end
  }
  addEventListener(): void {
    // tells nothing
  }
}

describe('the threads of a conversion', () => {
  afterEach(() => {
    provideWebWorkers(undefined);
    limitLanes(4);
  });

  it('are all for a single file', () => {
    provideWebWorkers(SilentWorker);
    expect(lanesAmong(1)).toBe(parallelLanes());
  });

  it('are shared by files that are converted at the same time, and are never fewer than one', () => {
    provideWebWorkers(SilentWorker);
    expect(lanesAmong(parallelLanes())).toBe(1);
    expect(lanesAmong(100)).toBe(1);
  });

  it('are one where the host has no workers, or limits them to one', () => {
    expect(lanesAmong(1)).toBe(1);
    provideWebWorkers(SilentWorker);
    limitLanes(1);
    expect(lanesAmong(1)).toBe(1);
  });
});
