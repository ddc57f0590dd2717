import { execFileSync } from 'node:child_process';
import { hasProgram, workbench } from '@bakkum/tests/native';
import { afterAll, describe, expect, it } from 'vitest';
import { type Facts, factsOf } from './facts.ts';
import { plainWaveFacts } from './plain-wave.ts';

const readerOf = (bytes: Uint8Array) => ({
  size: bytes.length,
  read(target: Uint8Array, position: number): number {
    const part = bytes.subarray(position, position + target.length);
    target.set(part);
    return part.length;
  },
});

/** A WAVE file of silence. */
function wave(bits: number, channels = 1, sampleRate = 8000, blocks = 4000): Buffer {
  const blockBytes = (channels * bits) / 8;
  const bytes = blocks * blockBytes;
  const file = Buffer.alloc(44 + bytes);
  file.write('RIFF    WAVEfmt ');
  file.writeUInt32LE(36 + bytes, 4);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(channels, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate * blockBytes, 28);
  file.writeUInt16LE(blockBytes, 32);
  file.writeUInt16LE(bits, 34);
  file.write('data', 36);
  file.writeUInt32LE(bytes, 40);
  return file;
}

const changed = (bytes: Buffer, change: (copy: Buffer) => void): Buffer => {
  const copy = Buffer.from(bytes);
  change(copy);
  return copy;
};

const plain = wave(16, 2, 44_100);
const withoutDurations = ({ duration: _, tracks, ...facts }: Facts) => ({
  ...facts,
  tracks: tracks.map((track) => ({ ...track, duration: 0 })),
});
const isJudged = hasProgram('ffprobe');
const judge = workbench();
afterAll(() => judge.dispose());

it('reads the facts of PCM samples', async () => {
  const facts = await plainWaveFacts(readerOf(wave(24, 2, 48_000, 24_000)));
  expect(facts).toMatchObject({
    container: 'wav',
    duration: 0.5,
    tracks: [{ kind: 'audio', codec: 'pcm_s24le', channels: 2, sampleRate: 48_000, bits: 24, bitRate: 2_304_000 }],
  });
});

it.each([
  ['cut off', plain.subarray(0, -4)],
  ['longer than it says', Buffer.concat([plain, Buffer.alloc(4)])],
  ['empty', wave(16, 1, 8000, 0)],
  ['of another format', changed(plain, (copy) => copy.writeUInt16LE(3, 20))],
  ['with an odd number of bits', changed(plain, (copy) => copy.writeUInt16LE(12, 34))],
  ['with blocks of another length', changed(plain, (copy) => copy.writeUInt16LE(8, 32))],
  ['with another chunk first', changed(plain, (copy) => copy.write('LIST', 36))],
  ['with DTS among its samples', changed(plain, (copy) => copy.writeUInt32BE(0xfe_7f_01_80, 4000))],
  ['of three bytes', plain.subarray(0, 3)],
])('leaves a file %s to ffprobe', async (_, bytes) => {
  expect(await plainWaveFacts(readerOf(bytes))).toBeUndefined();
});

describe.skipIf(!isJudged)('beside ffprobe', () => {
  it.each([
    [8, 1, 8000],
    [16, 1, 16_000],
    [16, 2, 44_100],
    [24, 2, 96_000],
    [32, 1, 22_050],
  ])('says the same about %i bits, %i channels, %i Hz', async (bits, channels, sampleRate) => {
    const bytes = wave(bits, channels, sampleRate, 4000);
    const show = ['-v', 'level+warning', '-print_format', 'json=compact=1', '-show_format', '-show_streams', '-show_chapters'];
    const text = execFileSync('ffprobe', [...show, '-i', judge.write('sound.wav', bytes)], { encoding: 'utf8' });
    const [told, own] = [factsOf(text, []), await plainWaveFacts(readerOf(bytes))];
    if (!told || !own) throw new Error('not recognized');
    expect(withoutDurations(own)).toEqual(withoutDurations(told));
    const [ownSeconds, toldSeconds] = [own, told].map(({ duration = 0, tracks }) => [
      duration,
      ...tracks.map((one) => one.duration),
    ]);
    for (const [index, seconds] of ownSeconds?.entries() ?? []) expect(seconds).toBeCloseTo(toldSeconds?.[index] ?? 0, 5);
  });
});
