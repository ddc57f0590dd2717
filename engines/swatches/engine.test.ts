import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { contextFor } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../tests/fixtures/swatches');

async function convert(file: Blob, from: string, to: string) {
  const { outputs, warnings } = await engine.convert({ inputs: [file], from, to, options: {} }, contextFor(manifest));
  const { content } = outputs[0];
  if (!(content instanceof Blob)) throw new TypeError('expected a file');
  return { file: content, warnings: warnings.map(({ code }) => code) };
}

const fixture = async (name: string): Promise<Blob> => new Blob([await readFile(path.join(FIXTURES, name))]);
const coloursOf = async (file: Blob, from: string): Promise<readonly { name?: string; hex: string }[]> =>
  JSON.parse(await (await convert(file, from, 'json')).file.text()).colours;

const HEX = ['#dc1e1e', '#5aaaf0', '#0a5a28', '#ffffff', '#14141e'];

describe('colour tables', () => {
  it.each(['aco.aco', 'act.act', 'gpl.gpl', 'pal.pal', 'riff.pal', 'hex.hex', 'soc.soc'])('are read: %s', async (name) => {
    const colours = await coloursOf(await fixture(name), name.split('.')[1] ?? '');
    expect(colours.map(({ hex }) => hex)).toEqual(HEX);
    if (/aco|gpl|soc/.test(name)) expect(colours[1]?.name).toBe('하늘');
  });

  it.each(['ase', 'aco', 'act', 'gpl', 'pal', 'hex', 'soc'])('survive a round trip through %s', async (format) => {
    const { file } = await convert(await fixture('gpl.gpl'), 'gpl', format);
    const back = await coloursOf(file, format);
    expect(back.map(({ hex }) => hex)).toEqual(HEX);
    if (/ase|aco|soc/.test(format)) expect(back[2]?.name).toBe('Dark green');
  });

  it('in CMYK and Lab become screen colours with a warning', async () => {
    const source = await fixture('ase.ase');
    const colours = await coloursOf(source, 'ase');
    expect(colours.slice(3, 5).map(({ hex }) => hex)).toEqual(['#00ffff', '#808080']);
    expect(colours[5]?.hex).toMatch(/^#f[0-9a-f]0[0-9a-f]{3}$/);
    expect((await convert(source, 'ase', 'gpl')).warnings).toEqual(['profile-converted']);
  });

  it('become custom properties of style sheets', async () => {
    const { file } = await convert(await fixture('gpl.gpl'), 'gpl', 'css');
    expect(await file.text()).toContain('--dark-green: #0a5a28;\n  --colour-4: #ffffff;');
  });

  it.each(['ase', 'aco', 'act', 'pal'])('are corrupt if truncated: %s', async (format) => {
    const whole = await fixture(`${format}.${format}`);
    await expect(convert(whole.slice(0, whole.size / 2), format, 'json')).rejects.toMatchObject({ code: 'corrupt' });
  });
});
