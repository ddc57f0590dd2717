import { bytesOf } from '@bakkum/conversion/engine';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

async function page(input: Blob): Promise<string> {
  const { outputs } = await convertWith({ engine, manifest }, { input, from: 'tei', to: 'html' });
  return new TextDecoder().decode(await bytesOf(outputs[0].content));
}

it('keeps sections, emphasis, verse, lists, tables and safe links', async () => {
  const html = await page(await fixture('layouts/verse.tei'));
  expect(html).toContain('<h1>다람쥐의 노래</h1>');
  expect(html).toContain('<p>홍길동 · 2020</p>');
  expect(html).toContain('<h1>One</h1>');
  expect(html).toContain('<h2>Inner</h2>');
  expect(html).toContain('<strong>weight</strong>, a <a href="https://example.com/">link</a> (and a note).');
  expect(html).toContain('First line<br>\nSecond line<br>');
  expect(html).toContain('<ol>\n<li>a</li>\n<li>b</li>\n</ol>');
  expect(html).toContain('<tr><th>x</th><td>1 &lt; 2</td></tr>');
  expect(html).not.toContain('javascript');
});

it.each([
  ['<TEI><text>', 'corrupt'],
  ['<TEI/>', 'empty'],
  ['<a>'.repeat(2000), 'too-large'],
])('%.20s is refused', async (text, code) => {
  await expect(page(new Blob([text]))).rejects.toMatchObject({ code });
});
