import { afterEach, expect, it, vi } from 'vitest';
import { loadImages } from './loaded-images.browser.ts';

class FakeImage extends EventTarget {
  readonly naturalWidth = 1;
  readonly naturalHeight = 1;
  set src(_: string) {
    queueMicrotask(() => this.dispatchEvent(new Event('load')));
  }
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('stops between images when it is cancelled, and frees their addresses', async () => {
  vi.stubGlobal('Image', FakeImage);
  const made = vi.spyOn(URL, 'createObjectURL');
  const freed = vi.spyOn(URL, 'revokeObjectURL');
  const images = { one: new Blob(['1']), two: new Blob(['2']), three: new Blob(['3']) };
  const next = vi.fn(async () => undefined).mockRejectedValue(new Error('cancelled'));
  await expect(loadImages(images, { next })).rejects.toThrow('cancelled');
  expect(made).toHaveBeenCalledTimes(1);
  expect(freed).toHaveBeenCalledTimes(1);
});
