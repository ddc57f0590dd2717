import { gzipSync } from 'node:zlib';
import { rasterOf } from '@bakkum/raster/raster';
import { expect, test } from 'vitest';
import { convertWith } from '../../tests/engine-context.ts';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const RESVG = { engine, manifest };
const svg = (body: string, size = 'width="40" height="20"'): Blob =>
  new Blob([`<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 40 20">${body}</svg>`]);

async function draw(input: Blob, options = {}, from = 'svg') {
  const result = await convertWith(RESVG, { input, from, to: 'raster', options });
  for await (const frame of rasterOf(result.outputs[0].content).frames()) {
    const { width, height, data } = await frame.pixels();
    return {
      width,
      height,
      at: (x: number, y: number) => [...data.slice((y * width + x) * 4, (y * width + x) * 4 + 4)],
      data,
      warnings: result.warnings,
    };
  }
  throw new Error('a raster has a frame');
}

test('draws at the size of the drawing with straight alpha', async () => {
  const { width, height, at } = await draw(
    svg('<rect width="20" height="20" fill="#f00"/><rect x="20" width="20" height="20" fill="#00ff00" opacity=".5"/>'),
  );
  expect([width, height]).toEqual([40, 20]);
  expect(at(5, 5)).toEqual([255, 0, 0, 255]);
  const [red, green, blue, alpha] = at(30, 5);
  expect([red, blue]).toEqual([0, 0]);
  expect(green).toBeGreaterThan(250);
  expect(alpha).toBeGreaterThan(125);
  expect(alpha).toBeLessThan(130);
});

test('draws at the requested size, fitting both sides', async () => {
  expect(await draw(svg(''), { width: 400, height: 100 })).toMatchObject({ width: 200, height: 100 });
  expect(await draw(svg(''), { scale: 2 })).toMatchObject({ width: 80, height: 40 });
});

test('draws a fraction of a pixel at exactly the requested size', async () => {
  expect(await draw(svg('', 'width="14.56" height="7.28"'), { width: 400 })).toMatchObject({ width: 400, height: 200 });
});

test('uses the view box if there is no other size', async () => {
  expect(await draw(svg('', ''))).toMatchObject({ width: 40, height: 20 });
});

test('draws Hangul, and warns about substituted fonts', async () => {
  const { data, warnings } = await draw(svg('<text x="0" y="16" font-size="16" font-family="Batang">바꿈</text>'));
  expect(data.filter((_, index) => index % 4 === 3).some((alpha) => alpha > 200)).toBe(true);
  expect(warnings).toEqual([{ code: 'fonts-substituted' }]);
});

test('draws letters between digits as they are written', async () => {
  const [letter, sign] = await Promise.all(['5x5', '5×5'].map((text) => draw(svg(`<text y="16" font-size="16">${text}</text>`))));
  expect(letter?.data).not.toEqual(sign?.data);
});

test('reads and writes gzip', async () => {
  const markup = await svg('<rect width="4" height="4"/>').text();
  expect(await draw(new Blob([gzipSync(markup)]), {}, 'svgz')).toMatchObject({ width: 40 });
  const packed = await convertWith(RESVG, { input: new Blob([markup]), from: 'svg', to: 'svgz' });
  const [{ content }] = packed.outputs;
  if (!(content instanceof Blob)) throw new TypeError('svgz is a file');
  const unpacked = await convertWith(RESVG, { input: content, from: 'svgz', to: 'svg' });
  expect(unpacked.outputs[0].content instanceof Blob && (await unpacked.outputs[0].content.text())).toBe(markup);
});

test.each([
  ['text that is not a drawing', new Blob(['hello']), 'corrupt'],
  ['a truncated drawing', new Blob(['<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><rect']), 'corrupt'],
  ['an oversized drawing', svg('', 'width="99999" height="99999"'), 'too-large'],
  [
    'entities made of entities',
    new Blob([
      `<!DOCTYPE svg [<!ENTITY a "ha">${['b', 'c', 'd', 'e'].map((name, index) => `<!ENTITY ${name} "${`&${'abcd'[index] ?? 'a'};`.repeat(9)}">`).join('')}]><svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><text>&e;</text></svg>`,
    ]),
    'too-large',
  ],
])('refuses %s', async (_, input, code) => {
  await expect(draw(input)).rejects.toMatchObject({ code });
});

test('refuses filters that would take many minutes', async () => {
  const filter = '<filter id="f"><feTurbulence numOctaves="100000"/></filter><rect width="40" height="20" filter="url(#f)"/>';
  await expect(draw(svg(filter, 'width="8000" height="4000"'))).rejects.toMatchObject({ code: 'too-complex' });
});

test('draws characters of any script, and says which ones no font has', async () => {
  const text = (content: string) => svg(`<text y="15" font-size="12">${content}</text>`);
  for (const content of ['漢字', '简体', 'かな', 'ไทย', 'नम', 'مر', '😀'])
    expect((await draw(text(content))).warnings.map(({ code }) => code)).not.toContain('glyphs-missing');
  expect((await draw(text('a&#x13000;'))).warnings).toContainEqual({
    code: 'glyphs-missing',
    params: { characters: '\u{13000}' },
  });
});

test('draws a known typeface with one of the same widths', async () => {
  const inkOf = async (family: string) => {
    const { data, width } = await draw(svg(`<text y="15" font-size="12" font-family="${family}">ill</text>`));
    const columns = new Set<number>();
    for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) > 0) columns.add(((at - 3) / 4) % width);
    return Math.max(...columns);
  };
  expect(await inkOf('Courier New')).toBeGreaterThan((await inkOf('Arial')) + 8);
});
