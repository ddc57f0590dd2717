import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { hasProgram } from '@bakkum/tests/native';
import { framesOf } from '@bakkum/tests/test-picture';
import { describe, expect, it } from 'vitest';
import { readBdf } from './bdf-read.ts';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';
import { readPcf } from './pcf-read.ts';

const bytesOf = async (name: string) => new Uint8Array(await (await fixture(`fonts/${name}`)).arrayBuffer());

/** Glyphs as rows of set pixels. */
const drawn = (font: ReturnType<typeof readBdf>) =>
  font.glyphs
    .map(({ code, width, left, bottom, advance, dots }) => ({
      code,
      left,
      bottom,
      advance,
      rows: [...dots]
        .map((dot) => (dot ? '#' : '.'))
        .join('')
        .match(new RegExp(`.{${width}}`, 'g')),
    }))
    .sort((one, other) => (one.code ?? 0) - (other.code ?? 0));

describe('bitmap fonts', () => {
  it('are read from BDF', async () => {
    const font = readBdf(await bytesOf('bdf.bdf'));
    expect([font.ascent, font.descent, font.glyphs.length]).toEqual([6, 2, 3]);
    expect(drawn(font)[1]).toEqual({
      code: 103,
      left: 1,
      bottom: -2,
      advance: 6,
      rows: ['.###', '#..#', '#..#', '.###', '...#', '###.'],
    });
  });

  it('match native bdftopcf output', async () => {
    const font = readPcf(await bytesOf('pcf.pcf'));
    expect(drawn(font)).toEqual(drawn(readBdf(await bytesOf('bdf.bdf'))));
    expect(font.properties).toContainEqual(['FAMILY_NAME', 'Plain']);
  });

  it('are converted back to BDF without loss', async () => {
    const { outputs } = await convertWith(
      { engine, manifest },
      { input: await fixture('fonts/pcf.pcf'), from: 'pcf', to: 'bdf' },
    );
    const { content } = outputs[0];
    if (!(content instanceof Blob)) throw new TypeError('expected a file');
    const written = new Uint8Array(await content.arrayBuffer());
    expect(drawn(readBdf(written))).toEqual(drawn(readBdf(await bytesOf('bdf.bdf'))));
    if (!hasProgram('bdftopcf')) return;
    const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-bdf-'));
    try {
      writeFileSync(path.join(folder, 'font.bdf'), written);
      expect(drawn(readPcf(new Uint8Array(execFileSync('bdftopcf', [path.join(folder, 'font.bdf')]))))).toEqual(
        drawn(readPcf(await bytesOf('pcf.pcf'))),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each(['bdf', 'pcf'])('are drawn with all glyphs: %s', async (format) => {
    const input = await fixture(`fonts/${format}.${format}`);
    const { outputs } = await convertWith({ engine, manifest }, { input, from: format, to: 'raster' });
    const [frame] = (await framesOf(outputs[0].content)).frames;
    const black = [...(frame?.read.data ?? [])].filter((value, at) => at % 4 === 0 && value === 0).length;
    const ink = readBdf(await bytesOf('bdf.bdf')).glyphs.reduce(
      (sum, { dots }) => sum + dots.reduce((all, dot) => all + dot, 0),
      0,
    );
    expect(black).toBe(ink * 4);
  });

  it.each(['bdf', 'pcf'])('are corrupt if truncated: %s', async (format) => {
    const whole = await fixture(`fonts/${format}.${format}`);
    const input = whole.slice(0, whole.size / 2);
    await expect(convertWith({ engine, manifest }, { input, from: format, to: 'raster' })).rejects.toMatchObject({
      code: 'corrupt',
    });
  });
});
