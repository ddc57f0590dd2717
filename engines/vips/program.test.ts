import { UnfitDeviceError } from '@bakkum/conversion/errors';
import { contextFor } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { manifest } from './manifest.ts';
import { startVips } from './program.ts';

const EMPTY_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/** Starts a script with this content instead of the prepared one. */
const start = (script: string) =>
  startVips({
    ...contextFor(manifest),
    url: () => `data:text/javascript,${encodeURIComponent(script)}`,
    wasm: () => WebAssembly.compile(EMPTY_MODULE),
  });

describe('starting libvips', () => {
  it('leaves images to other engines on a device that cannot reserve the memory', async () => {
    const refusal = start(
      "export default async () => { throw new RangeError('WebAssembly.Memory(): could not allocate memory'); }",
    );
    await expect(refusal).rejects.toBeInstanceOf(UnfitDeviceError);
  });

  it('passes on other failures', async () => {
    await expect(start("export default async () => { throw new TypeError('unknown'); }")).rejects.toThrow(TypeError);
  });

  it('is refused with a script that is not its own', async () => {
    await expect(start('export const other = 1;')).rejects.toMatchObject({ code: 'engine-unavailable' });
  });
});
