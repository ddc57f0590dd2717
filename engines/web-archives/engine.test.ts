import { FILES, treeOf } from '@bakkum/archive-tree/tree';
import { bytesOf } from '@bakkum/conversion/engine';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const parts = { engine, manifest };
const from = 'webarchive';
const saved = (): Promise<Blob> => fixture('web-pages/safari.webarchive');

describe('a page saved by Safari', () => {
  it('becomes a page that loads and runs nothing, with its own images', async () => {
    const { outputs, warnings } = await convertWith(parts, { input: await saved(), from, to: 'html' });
    const page = new TextDecoder().decode(await bytesOf(outputs[0].content));
    expect(page).toContain('<title>다람쥐</title>');
    expect(page).toContain('<b>모으기</b>');
    expect(page).toContain('src="data:image/png;base64,iVBOR');
    expect(page).not.toMatch(/alert|elsewhere/);
    expect(warnings).toEqual([{ code: 'pictures-dropped' }]);
  });

  it('becomes text', async () => {
    const { outputs } = await convertWith(parts, { input: await saved(), from, to: 'txt' });
    expect(new TextDecoder().decode(await bytesOf(outputs[0].content))).toBe('다람쥐\n\n도토리 모으기\nlink\n');
  });

  it('is split into its files', async () => {
    const { outputs } = await convertWith(parts, { input: await saved(), from, to: FILES });
    expect(treeOf(outputs[0].content).entries.map(({ path }) => path)).toEqual([
      'index.html',
      'example.com/page/pictures/a.png',
      'example.com/style.css',
      'example.com/frame.html',
    ]);
  });
});

it.each(['bplist00', '<plist><dict/></plist>', 'nothing'])('%s is corrupt', async (text) => {
  await expect(convertWith(parts, { input: new Blob([text]), from, to: 'txt' })).rejects.toMatchObject({ code: 'corrupt' });
});
