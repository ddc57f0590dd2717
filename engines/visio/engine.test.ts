import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { hasProgram, workbench } from '@bakkum/tests/native';
import { expect, test } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const visio = { engine, manifest };

async function drawn(input: Blob): Promise<string> {
  const { outputs } = await convertWith(visio, { input, from: 'vsdx', to: 'svg' });
  expect(outputs).toHaveLength(1); // the background is not a separate page
  const { content } = outputs[0];
  if (!(content instanceof Blob)) throw new TypeError('a file was expected');
  return content.text();
}

test('shapes inherit from masters and styles, and are drawn in z-order', async () => {
  const svg = await drawn(await fixture('drawings/vsdx.vsdx'));
  expect(svg).toContain('width="8in" height="5in"');
  expect(svg).toContain('fill="#ffe0a0"');
  expect(svg).toMatch(/<tspan[^>]*fill="#103060" font-weight="bold">바꿈 <\/tspan>/);
  expect(svg).toContain('&amp; ');
  expect(svg).toContain('stroke-dasharray');
  expect(svg.indexOf('Behind ')).toBeLessThan(svg.indexOf('바꿈'));
});

test.skipIf(!hasProgram('rsvg-convert') || !hasProgram('convert-im6.q16'))(
  'arcs, splines and ellipses are in the right place',
  async () => {
    const bench = workbench();
    try {
      bench.write('page.svg', await drawn(await fixture('drawings/vsdx.vsdx')));
      bench.run('rsvg-convert', '-w', '800', '-o', 'page.png', 'page.svg');
      const darkAt = (x: number, y: number): boolean => {
        const [value = '1'] = bench
          .run('convert-im6.q16', 'page.png', '-format', `%[fx:p{${x},${y}}.intensity]`, 'info:')
          .split('\n');
        return Number(value) < 0.5;
      };
      expect(darkAt(600, 60)).toBe(true); // the ellipse
      expect(darkAt(600, 40)).toBe(false);
      expect(darkAt(400, 100)).toBe(true); // the line between
      expect(darkAt(400, 130)).toBe(false);
    } finally {
      bench.dispose();
    }
  },
);

test.each([
  ['nothing', new Uint8Array(0), 'empty'],
  ['a compound file', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0), 'encrypted'],
  ['no zip', new TextEncoder().encode('PK but no zip'), 'corrupt'],
])('%s is refused', async (_, bytes, code) => {
  await expect(convertWith(visio, { input: new Blob([bytes]), from: 'vsdx', to: 'svg' })).rejects.toMatchObject({ code });
});
