import { bytesOf } from '@bakkum/conversion/engine';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

async function converted(input: Blob, to: string) {
  const { outputs, warnings } = await convertWith({ engine, manifest }, { input, from: 'idml', to });
  return { text: new TextDecoder().decode(await bytesOf(outputs[0].content)), warnings };
}

it('reads the left page first, and paragraphs by their styles', async () => {
  const { text, warnings } = await converted(await fixture('layouts/spread.idml'), 'html');
  expect(text.slice(text.indexOf('<body>'))).toBe(
    '<body>\n<h2>다람쥐</h2>\n<p>Words <strong>bold</strong> on (a note)</p>\n<p>Next</p>\n<hr>\n<p>Second &amp; last</p>\n<table>\n<tr><td colspan="2">Wide</td></tr>\n<tr><td>a</td><td>b</td></tr>\n</table>\n</body></html>\n',
  );
  expect(warnings).toEqual([{ code: 'pictures-dropped' }]);
});

it('returns plain text', async () => {
  const { text } = await converted(await fixture('layouts/spread.idml'), 'txt');
  expect(text).toMatch(/^다람쥐\n\nWords bold on \(a note\)\n\nNext\n/);
});

it('refuses files that are not packages', async () => {
  await expect(converted(new Blob(['PK']), 'txt')).rejects.toMatchObject({ code: 'corrupt' });
});
