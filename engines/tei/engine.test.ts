import { bytesOf } from '@bakkum/conversion/engine';
import { jsonLine } from '@bakkum/data-tree/json-line';
import { DATA, dataOf, lossNotes } from '@bakkum/data-tree/tree';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

async function converted(input: Blob, to: string): Promise<string> {
  const { outputs } = await convertWith({ engine, manifest }, { input, from: 'tei', to });
  const { content } = outputs[0];
  return to === DATA ? jsonLine(dataOf(content), lossNotes()) : new TextDecoder().decode(await bytesOf(content));
}

const verse = (): Promise<Blob> => fixture('layouts/verse.tei');

it('keeps sections, emphasis, verse, lists, tables and honest links', async () => {
  const page = await converted(await verse(), 'html');
  expect(page).toContain('<h1>다람쥐의 노래</h1>');
  expect(page).toContain('<h1>One</h1>');
  expect(page).toContain('<h2>Inner</h2>');
  expect(page).toContain('<strong>weight</strong>, a <a href="https://example.com/">link</a> (and a note).');
  expect(page).toContain('First line<br>\nSecond line<br>');
  expect(page).toContain('<ol>\n<li>a</li>\n<li>b</li>\n</ol>');
  expect(page).toContain('<tr><th>x</th><td>1 &lt; 2</td></tr>');
  expect(page).not.toContain('javascript');
});

it('tells what the header says', async () => {
  expect(JSON.parse(await converted(await verse(), DATA))).toMatchObject({
    title: '다람쥐의 노래',
    authors: ['홍길동'],
    publisher: '숲',
    date: '2020',
  });
});

it.each([
  ['<TEI><text>', 'corrupt'],
  ['<TEI/>', 'empty'],
  ['<a>'.repeat(2000), 'too-large'],
])('%.20s is refused', async (text, code) => {
  await expect(converted(new Blob([text]), 'txt')).rejects.toMatchObject({ code });
});
