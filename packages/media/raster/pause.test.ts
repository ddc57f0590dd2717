import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createPause } from './pause.ts';

/** Longer than a time slice. */
function block(): void {
  const startedAt = performance.now();
  while (performance.now() - startedAt < 60);
}

it('receives messages between slices, and throws after an abort', async () => {
  const controller = new AbortController();
  const pause = createPause(controller.signal);
  expect(pause()).toBeUndefined();
  setTimeout(() => controller.abort(), 0);
  const run = async (): Promise<never> => {
    for (;;) {
      block();
      await pause();
    }
  };
  await expect(run()).rejects.toThrow('aborted');
});

it('does not load the fetch of Node', () => {
  const code = `
    import { createPause } from ${JSON.stringify(path.join(import.meta.dirname, 'pause.ts'))};
    const pause = createPause();
    while (!pause());
    await pause();
    console.log(process.moduleLoadList.filter((name) => name.includes('undici')).length);`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8' });
  expect(printed).toBe('0\n');
});
