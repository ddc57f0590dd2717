import { afterAll, describe, expect, it } from 'vitest';
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
