import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { contextFor } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../tests/fixtures/drawings');

async function drawn(file: Blob, from: string): Promise<string> {
  const { outputs } = await engine.convert({ inputs: [file], from, to: 'svg', options: {} }, contextFor(manifest));
  const { content } = outputs[0];
  if (!(content instanceof Blob)) throw new TypeError('expected a file');
  return content.text();
}

const fixture = async (name: string): Promise<Blob> => new Blob([await readFile(path.join(FIXTURES, name))]);
const dxf = (entities: string): Blob => new Blob([`0\nSECTION\n2\nENTITIES\n${entities}0\nENDSEC\n0\nEOF\n`]);

describe('DXF plans', () => {
  it('keep text, colours and blocks, and omit hidden layers', async () => {
    const svg = await drawn(await fixture('dxf.dxf'), 'dxf');
    expect(svg).toContain('>문 A-1<');
    expect(svg).toMatch(/>First line<[\s\S]*>Second</);
    expect(svg).toContain('stroke="#ff0000"');
    expect(svg).toContain('>10000<'); // the dimension at the scale of its style
    expect(svg).not.toContain('M0 0L100 -60"');
  });

  it('are curved by bulges: a bulge of one is a semicircle', async () => {
    const svg = await drawn(dxf('0\nLWPOLYLINE\n8\n0\n10\n0\n20\n0\n42\n1\n10\n10\n20\n0\n'), 'dxf');
    expect(svg).toContain('L5 5L'); // below the chord; y points down in SVG
  });

  it('rotate parts with their block', async () => {
    const block =
      '0\nSECTION\n2\nBLOCKS\n0\nBLOCK\n2\nB\n10\n0\n20\n0\n0\nLINE\n8\n0\n10\n0\n20\n0\n11\n2\n21\n0\n0\nENDBLK\n0\nENDSEC\n';
    const insert = '0\nINSERT\n8\n0\n2\nB\n10\n5\n20\n5\n50\n90\n41\n2\n';
    expect(await drawn(new Blob([block, await dxf(insert).text()]), 'dxf')).toContain('d="M5 -5L5 -9"');
  });

  it('stop at recursive blocks', async () => {
    const block = '0\nSECTION\n2\nBLOCKS\n0\nBLOCK\n2\nB\n0\nINSERT\n8\n0\n2\nB\n0\nLINE\n8\n0\n11\n1\n0\nENDBLK\n0\nENDSEC\n';
    expect(await drawn(new Blob([block, await dxf('0\nINSERT\n8\n0\n2\nB\n').text()]), 'dxf')).toContain('<path');
  });

  it('are refused if they contain nothing to draw', async () => {
    await expect(drawn(dxf(''), 'dxf')).rejects.toMatchObject({ code: 'unsupported-feature' });
    await expect(drawn(new Blob(['0\nnothing']), 'dxf')).rejects.toMatchObject({ code: 'corrupt' });
  });
});

describe('HP-GL plots', () => {
  it('are drawn in pen colours', async () => {
    const svg = await drawn(await fixture('hpgl.plt'), 'hpgl');
    expect(svg).toContain('d="M0 0L4000 0L4000 -2400L0 -2400L0 0"');
    expect(svg).toContain('d="M500 -500L800 -500L800 -800L500 -800L500 -500"');
    expect(svg).toContain('>Plan A<');
  });
});

describe('Xfig drawings', () => {
  it('are drawn by depth with their colours, arrows, curves and text', async () => {
    const svg = await drawn(await fixture('fig.fig'), 'fig');
    const shapes = [...svg.matchAll(/<(?:path|text)[^>]*>/g)].map(([shape]) => shape);
    expect(shapes[0]).toContain('fill="#ffffff"');
    expect(shapes.findIndex((shape) => shape.includes('fill="#ff0000"'))).toBeLessThan(
      shapes.findIndex((shape) => shape.includes('stroke="#0000ff"')),
    );
    expect(svg).toContain('stroke="#c04020" stroke-width="30"');
    expect(svg).toContain('M3380 470L3500 500L3380 530Z');
    expect(svg).toContain('Xfig ë');
    expect(/text-anchor="middle" fill="#ff0000"/.test(svg)).toBe(true);
  });

  it('draw an arc through its middle point and a spline through its points', async () => {
    const svg = await drawn(await fixture('fig.fig'), 'fig');
    expect(svg).toMatch(/M1500 2500L[^"]*L2000 2000L[^"]*L2500 2500"/);
    expect(svg).toMatch(/M2000 1500L[^"]*2500 1000L[^"]*3000 1500L[^"]*L3500 1000"/);
  });

  it('are corrupt if truncated, and refused in older versions', async () => {
    const text = await (await fixture('fig.fig')).text();
    await expect(drawn(new Blob([text.slice(0, text.indexOf('2000 500'))]), 'fig')).rejects.toMatchObject({ code: 'corrupt' });
    await expect(drawn(new Blob(['#FIG 2.1\n80 2\n']), 'fig')).rejects.toMatchObject({ code: 'unsupported-feature' });
  });
});

describe('Computer Graphics Metafiles', () => {
  it('are drawn with table colours, areas, edges, arcs and text', async () => {
    const svg = await drawn(await fixture('cgm.cgm'), 'cgm');
    expect(svg).toContain('M0 0L4000 0L4000 -1000L0 -1000Z" fill="#c04020"');
    expect(svg).toMatch(/M1500 -2000L[^"]*Z" fill="#0000ff"/);
    expect(svg).toMatch(/M1500 -2000L[^"]*Z" stroke="#000000"/);
    expect(svg).toContain('M2000 -1500L3500 -2500" stroke="#c04020" stroke-width="30"');
    expect(svg).toMatch(/M3500 -2000L[^"]*L3000 -2500"/);
    expect(svg).toMatch(/text-anchor="middle" fill="#0000ff"[^>]*><tspan[^>]*>CGM é</);
  });

  it('are corrupt if truncated, and refused in other encodings', async () => {
    const whole = await fixture('cgm.cgm');
    await expect(drawn(whole.slice(0, whole.size / 2), 'cgm')).rejects.toMatchObject({ code: 'corrupt' });
    await expect(drawn(new Blob(["BEGMF 'words';"]), 'cgm')).rejects.toMatchObject({ code: 'unsupported-feature' });
  });
});
