import type { ConvertRequest, EngineContext } from '@bakkum/conversion/engine';
import { describe, expect, it, vi } from 'vitest';
import { frameOf, sequenceRaster, stillRaster } from './construct.ts';
import { encodeStills, prepareFrames, type Still } from './encode.ts';
import type { Pixels, Raster } from './raster.ts';

const PNG = 'image/png';
const bytes = new Uint8Array([1, 2, 3]);

function solid(width: number, height: number, pixel: readonly [number, number, number, number]): Pixels {
  const data = Uint8ClampedArray.from({ length: width * height * 4 }, (_, i) => pixel[i % 4] ?? 0);
  return { depth: 8, width, height, data };
}

function requestFor(raster: Raster, options: ConvertRequest['options'] = {}): ConvertRequest {
  return { inputs: [raster], from: 'raster', to: 'png', options };
}

function contextWith(signal = new AbortController().signal): EngineContext & { readonly fractions: number[] } {
  const fractions: number[] = [];
  const none = async () => Promise.reject(new Error('no assets here'));
  return {
    signal,
    lanes: 1,
    onProgress: (fraction) => fractions.push(fraction),
    bytes: none,
    wasm: none,
    url: () => '',
    openOutput: none,
    fractions,
  };
}

function sequence(kind: 'animation' | 'pages' | 'sizes', sizes: readonly number[]): Raster {
  return sequenceRaster({
    kind,
    frameCount: sizes.length,
    async *frames() {
      for (const size of sizes) yield frameOf(solid(size, size, [size, 0, 0, 255]), 40);
    },
  });
}

const sizesSeen = () => {
  const seen: string[] = [];
  const encode = async ({ pixels }: Still) => {
    seen.push(`${pixels.width}x${pixels.height}`);
    return bytes;
  };
  return { seen, encode };
};

describe('encodeStills', () => {
  it('passes a still image through', async () => {
    const icc = new Uint8Array([7]);
    const pixels = solid(3, 2, [1, 2, 3, 4]);
    const encode = vi.fn(async (_: Still) => bytes);
    const context = contextWith();
    const raster = stillRaster(pixels, { width: 3, height: 2, dpi: 300, metadata: { icc } });
    const result = await encodeStills(requestFor(raster), context, { depth: 16, alpha: true, mediaType: PNG }, encode);
    expect(encode).toHaveBeenCalledWith(expect.objectContaining({ pixels, dpi: 300, metadata: { icc } }));
    expect(result.warnings).toEqual([]);
    expect(result.outputs).toHaveLength(1);
    expect(result.outputs[0].label).toBeUndefined();
    expect(result.outputs[0].content).toMatchObject({ type: PNG, size: 3 });
    expect(context.fractions).toEqual([1]);
  });

  it('flattens and reduces for a target that needs it, and warns', async () => {
    const data = new Uint16Array([0, 0, 0, 0]);
    const raster = stillRaster({ depth: 16, width: 1, height: 1, data }, { width: 1, height: 1 });
    const encode = vi.fn(async (_: Still) => bytes);
    const target = { depth: 8, alpha: false, mediaType: 'image/jpeg' } as const;
    const result = await encodeStills(requestFor(raster, { background: '#102030' }), contextWith(), target, encode);
    expect(encode.mock.calls[0]?.[0].pixels).toEqual({ ...solid(1, 1, [0x10, 0x20, 0x30, 255]) });
    expect(result.warnings.map((warning) => warning.code)).toEqual(['transparency-flattened', 'depth-reduced']);
  });

  it('does not mention transparency when every pixel is opaque', async () => {
    const raster = stillRaster(solid(2, 2, [1, 1, 1, 255]), { width: 2, height: 2 });
    const result = await encodeStills(
      requestFor(raster),
      contextWith(),
      { depth: 8, alpha: false, mediaType: PNG },
      async () => bytes,
    );
    expect(result.warnings).toEqual([]);
  });

  it('fits the image within the limits of the format, after the requested size', async () => {
    const { seen, encode } = sizesSeen();
    const raster = stillRaster(solid(40, 20, [1, 1, 1, 255]), { width: 40, height: 20 });
    const target = { depth: 8, alpha: true, maxWidth: 10, maxHeight: 10, mediaType: PNG } as const;
    const result = await encodeStills(requestFor(raster, { width: 30, height: 30, fit: 'cover' }), contextWith(), target, encode);
    expect(seen).toEqual(['10x10']);
    expect(result.warnings).toEqual([{ code: 'resized-to-fit', params: { width: 10, height: 10 } }]);
  });

  it('keeps the first frame of an animation with a warning, or all frames on request', async () => {
    const first = sizesSeen();
    const target = { depth: 8, alpha: true, mediaType: PNG } as const;
    const flattened = await encodeStills(requestFor(sequence('animation', [4, 5, 6])), contextWith(), target, first.encode);
    expect(first.seen).toEqual(['4x4']);
    expect(flattened.warnings).toEqual([{ code: 'animation-flattened', params: { count: 3 } }]);

    const all = sizesSeen();
    const context = contextWith();
    const request = requestFor(sequence('animation', [4, 5, 6]), { frames: 'all' });
    const every = await encodeStills(request, context, target, all.encode);
    expect(all.seen).toEqual(['4x4', '5x5', '6x6']);
    expect(every.outputs.map((output) => output.label)).toEqual(['frame-001', 'frame-002', 'frame-003']);
    expect(every.warnings).toEqual([]);
    expect(context.fractions).toEqual([1 / 3, 2 / 3, 1]);
  });

  it('makes a file of every page, and only the largest size of an icon', async () => {
    const pages = sizesSeen();
    const target = { depth: 8, alpha: true, mediaType: PNG } as const;
    const result = await encodeStills(requestFor(sequence('pages', [4, 5])), contextWith(), target, pages.encode);
    expect(result.outputs.map((output) => output.label)).toEqual(['page-1', 'page-2']);
    const sizes = sizesSeen();
    await encodeStills(requestFor(sequence('sizes', [64, 32, 16])), contextWith(), target, sizes.encode);
    expect(sizes.seen).toEqual(['64x64']);
  });

  it('removes personal metadata and keeps the colour profile', async () => {
    const metadata = { icc: new Uint8Array([1]), exif: new Uint8Array([2]), xmp: new Uint8Array([3]) };
    const encode = vi.fn(async (_: Still) => bytes);
    const raster = stillRaster(solid(1, 1, [0, 0, 0, 255]), { width: 1, height: 1, metadata });
    await encodeStills(
      requestFor(raster, { metadata: 'strip' }),
      contextWith(),
      { depth: 8, alpha: true, mediaType: PNG },
      encode,
    );
    expect(encode.mock.calls[0]?.[0].metadata).toEqual({ icc: metadata.icc });
  });

  it('refuses a raster without frames and stops between frames when aborted', async () => {
    const target = { depth: 8, alpha: true, mediaType: PNG } as const;
    await expect(encodeStills(requestFor(sequence('pages', [])), contextWith(), target, async () => bytes)).rejects.toMatchObject(
      { code: 'corrupt' },
    );
    const controller = new AbortController();
    const encode = vi.fn(async () => {
      controller.abort();
      return bytes;
    });
    const running = encodeStills(requestFor(sequence('pages', [1, 2, 3])), contextWith(controller.signal), target, encode);
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    expect(encode).toHaveBeenCalledTimes(1);
  });
});

it('prepareFrames applies one crop to every frame and keeps the durations', async () => {
  const seen: string[] = [];
  const raster = sequence('animation', [20, 20]);
  const signal = new AbortController().signal;
  for await (const { pixels, durationMs } of prepareFrames(raster, { width: 5 }, { depth: 8, alpha: true }, signal)) {
    seen.push(`${pixels.width}x${pixels.height} ${durationMs}`);
  }
  expect(seen).toEqual(['5x5 40', '5x5 40']);
});
