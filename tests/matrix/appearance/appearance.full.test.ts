import { afterAll, describe, expect, it } from 'vitest';
import type { NativeOffice } from '../../fidelity/native-office.ts';
import { hasProgram, workbench } from '../../native.ts';
import { appearanceFaults } from './appearance.ts';

const bench = workbench();
afterAll(() => bench.dispose());

const drawn = (name: string, color: string, size = '60x40'): string => {
  const file = bench.write(name, '');
  bench.run(
    'convert',
    '-size',
    '120x80',
    'xc:white',
    '-fill',
    color,
    '-draw',
    'rectangle 20,20 80,60',
    '-resize',
    `${size}!`,
    file,
  );
  return file;
};

describe.skipIf(!hasProgram('convert'))('the appearance of an image', () => {
  it.each([
    ['the same image', 'red', '60x40', []],
    ['swapped colors', 'blue', '60x40', ['other colors than natively']],
    ['a blank image', 'white', '60x40', ['almost nothing of it is drawn']],
    ['another shape', 'red', '40x60', ['0.67 times as wide as high instead of 1.50']],
  ])('is compared with its source: %s', async (_, color, size, faults) => {
    const source = drawn('source.png', 'red');
    const results = [drawn('result.webp', color, size)];
    expect(await appearanceFaults({ source, from: 'png', results, to: 'webp', fidelity: 'lossy' }, undefined)).toEqual(faults);
  });

  it('is not compared when no native program decodes it', async () => {
    const results = [bench.write('broken.webp', 'no image')];
    const given = { source: drawn('source.png', 'red'), from: 'png', results, to: 'webp', fidelity: 'lossy' } as const;
    expect(await appearanceFaults(given, undefined)).toBeUndefined();
  });

  it.each([
    ['black and white', ['-threshold', '50%'], []],
    ['inverted', ['-threshold', '50%', '-negate'], ['dark and light in other places than natively']],
    ['black', ['-fill', 'black', '-colorize', '100'], ['almost nothing of it is drawn']],
  ])('is compared by light and dark fields if it became %s', async (_, change, faults) => {
    const source = drawn('source.png', 'red');
    const result = bench.write('result.pbm', '');
    bench.run('convert', source, ...change, result);
    const given = { source, from: 'png', results: [result], to: 'pbm', fidelity: 'lossy' } as const;
    expect(await appearanceFaults(given, undefined)).toEqual(faults);
  });
});

describe.skipIf(!hasProgram('pdftoppm'))('the appearance of pages without text', () => {
  /** PDFs are compared as they are. */
  const office: NativeOffice = {
    version: 'none',
    convert: () => Promise.resolve(false),
    close: () => Promise.resolve(),
  };

  const pdf = (name: string, content: string): string => {
    const objects = [
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 120 80]/Contents 4 0 R>>',
      `<</Length ${content.length}>>stream\n${content}\nendstream`,
    ];
    const body = objects.map((object, index) => `${index + 1} 0 obj${object}endobj\n`).join('');
    return bench.write(name, `%PDF-1.4\n${body}trailer<</Root 1 0 R>>\n%%EOF\n`);
  };

  it.each([
    ['something else', '0 0 1 rg 50 20 60 40 re f', []],
    ['nothing', '', ['all pages are blank']],
  ])('is compared if only text is kept: %s', async (_, content, faults) => {
    const source = pdf('source.pdf', '1 0 0 rg 20 20 60 40 re f');
    const results = [pdf('result.pdf', content)];
    const given = { source, from: 'pdf', results, to: 'pdf', fidelity: 'layout-lost' } as const;
    expect(await appearanceFaults(given, office)).toEqual(faults);
  });
});

describe.skipIf(!hasProgram('ffmpeg'))('the appearance of audio', () => {
  const tone = (name: string, volume: string): string => {
    const file = bench.write(name, '');
    bench.run('ffmpeg', '-v', 'error', '-y', '-f', 'lavfi', '-i', 'sine=duration=1', '-af', `volume=${volume}`, file);
    return file;
  };

  it.each([
    ['the same volume', '1', []],
    ['silence', '0', [expect.stringMatching(/^\d\d dB quieter than the source$/)]],
  ])('is its volume: %s', async (_, volume, faults) => {
    const results = [tone('result.flac', volume)];
    const given = { source: tone('source.wav', '1'), from: 'wav', results, to: 'flac', fidelity: 'lossless' } as const;
    expect(await appearanceFaults(given, undefined)).toEqual(faults);
  });
});
