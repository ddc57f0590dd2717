import type { EngineContext } from '@bakkum/conversion/engine';
import type { NativeTools } from '@bakkum/native-programs/folder';
import { stillRaster } from '@bakkum/raster/construct';
import type { Raster } from '@bakkum/raster/raster';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { contextFor } from '../../tests/engine-context.ts';
import { nativeBench, sandboxedTools } from '../../tests/native-context.ts';
import { SCAN_DPI, scannedPage } from '../../tests/scanned-page.ts';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const bench = nativeBench();
afterAll(() => bench.dispose());
const ways = sandboxedTools('tesseract');
const [strongest] = ways;

function scan(): Raster {
  const { width, height, data } = scannedPage();
  const pixels = new Uint8ClampedArray(data.length * 4);
  for (const [at, value] of data.entries()) pixels.set([value, value, value, 255], at * 4);
  return stillRaster({ depth: 8, width, height, data: pixels }, { width, height, dpi: SCAN_DPI, mayHaveAlpha: false });
}

/** Reads the page. @returns its text, and how often programs were started */
async function textOf(context: EngineContext): Promise<{ readonly text: string; readonly folders: number }> {
  let folders = 0;
  const { programs } = context;
  const counted = programs && { ...programs, open: () => (folders++, programs.open()) };
  const request = {
    inputs: [scan()] as const,
    from: 'raster',
    to: 'txt',
    options: { textLayout: 'lines', textLanguage: 'auto' },
  };
  const { outputs } = await engine.convert(request, { ...context, ...(counted && { programs: counted }) });
  const { content } = outputs[0];
  if (!(content instanceof Blob)) throw new TypeError('no file');
  return { text: await content.text(), folders };
}

describe.skipIf(!strongest)('with Tesseract installed', () => {
  afterEach(() => {
    expect(bench.leftOver()).toEqual([]);
    expect([...bench.groups]).toEqual([]);
  });

  it.each(ways.map((tools) => [tools.sandbox, tools] as const))('reads the same text, isolated by %s', async (_, tools) => {
    const ours = await textOf(contextFor(manifest));
    const installed = await textOf(bench.contextFor(manifest, tools));
    expect(installed.folders).toBeGreaterThan(0);
    expect(installed.text).toBe(ours.text);
    expect(installed.text).toContain('한 번 연장할 수 있습니다.');
  });

  it('reads in WebAssembly when the program fails', async () => {
    const broken: NativeTools = { ...(strongest as NativeTools), programs: { tesseract: '/bin/false' } };
    const { text, folders } = await textOf(bench.contextFor(manifest, broken));
    expect(folders).toBe(1);
    expect(text).toContain('except on national holidays');
  });

  it('does not start a program that is not allowed', async () => {
    const none: NativeTools = { ...(strongest as NativeTools), programs: {} };
    expect((await textOf(bench.contextFor(manifest, none))).folders).toBe(0);
  });

  it('ends with the job', async () => {
    const controller = new AbortController();
    const context = { ...bench.contextFor(manifest, strongest as NativeTools, controller.signal) };
    const { programs } = context;
    const reading = textOf({
      ...context,
      ...(programs && {
        programs: {
          has: programs.has,
          versionOf: programs.versionOf,
          async open() {
            const folder = await programs.open();
            controller.abort();
            return folder;
          },
        },
      }),
    });
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' });
  });
});
