import { bytesOf } from '@bakkum/conversion/engine';
import { jsonLine } from '@bakkum/data-tree/json-line';
import { DATA, dataOf, lossNotes } from '@bakkum/data-tree/tree';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const file = (name: string): Promise<Blob> => fixture(`feeds/${name}`);

async function convert(input: Blob, from: string, to: string): Promise<{ text: string; warnings: readonly string[] }> {
  const { outputs, warnings } = await convertWith({ engine, manifest }, { input, from, to });
  const text =
    to === DATA ? jsonLine(dataOf(outputs[0].content), lossNotes()) : new TextDecoder().decode(await bytesOf(outputs[0].content));
  return { text, warnings: warnings.map(({ code }) => code) };
}

const json = async (name: string, from: string, to = 'json'): Promise<unknown> =>
  JSON.parse((await convert(await file(name), from, to)).text) as unknown;

describe('a feed', () => {
  it.each(['korean.rss', 'euc-kr.rss'])('%s keeps every field of an item', async (name) => {
    expect(await json(name, 'rss')).toMatchObject({
      title: '다람쥐 소식',
      link: 'https://example.com/',
      self: 'https://example.com/feed.xml',
      description: '숲의 소식 & 이야기',
      updated: '2020-02-03T04:05:06Z',
      items: [
        {
          id: 'tag:1',
          title: '도토리 <모으기>',
          author: '홍길동',
          published: '2020-02-03T04:05:06Z',
          categories: ['숲', '가을'],
          summary: '짧은 글',
          enclosures: [{ url: 'https://example.com/1.mp3', type: 'audio/mpeg', bytes: 1234 }],
        },
        { id: 'https://example.com/2', link: 'https://example.com/2', content: '<p>본문</p>' },
      ],
    });
  });

  it('reads RSS 1.0, Atom and JSON Feed', async () => {
    expect(await json('rss-1.0.rss', 'rss')).toMatchObject({
      title: 'News',
      items: [{ id: 'https://example.com/a', title: 'First', published: '2020-02-03T04:05:06Z', categories: ['News'] }],
    });
    expect(await json('atom.atom', 'atom')).toMatchObject({
      title: 'Trees & woods',
      author: 'Hong',
      updated: '2020-02-02T19:05:06Z',
      items: [{ content: '<div><p>Tall &amp; old</p></div>', categories: ['Trees'] }, { content: '<p>Short</p>' }],
    });
    expect(await json('json.jsonfeed', 'jsonfeed')).toMatchObject({
      title: '나무',
      items: [
        { id: '1', published: '2020-02-03T04:05:06Z' },
        { id: '2', content: '<p>a &lt; b</p>' },
      ],
    });
  });

  it.each([
    ['korean.rss', 'rss', 'atom'],
    ['korean.rss', 'rss', 'jsonfeed'],
    ['atom.atom', 'atom', 'rss'],
    ['json.jsonfeed', 'jsonfeed', 'rss'],
  ])('%s keeps its items through conversion from %s to %s and back', async (name, from, to) => {
    const there = await convert(await file(name), from, to);
    const back = JSON.parse((await convert(new Blob([there.text]), to, 'json')).text) as { items: readonly object[] };
    const own = (await json(name, from)) as { items: readonly Record<string, unknown>[] };
    const told = ['title', 'link', 'author', 'content', 'enclosures', 'categories'];
    expect(back).toMatchObject({
      items: own.items.map((item) =>
        Object.fromEntries(told.map((key) => [key, key === 'title' && item[key] === '' ? expect.any(String) : item[key]])),
      ),
    });
  });

  it('as a page runs and loads nothing', async () => {
    const { text, warnings } = await convert(await file('korean.rss'), 'rss', 'html');
    expect(text).toContain('긴 <b>글</b>');
    expect(text).not.toMatch(/script|onclick|tracker/);
    expect(warnings).toEqual(['pictures-dropped']);
  });

  it('as a list has one record per item', async () => {
    const records = await json('korean.rss', 'rss', DATA);
    expect(records).toMatchObject([{ title: '도토리 <모으기>', text: '긴 글' }, { title: '두 번째' }]);
  });
});

describe('a file that is not a feed', () => {
  it.each([
    ['<rss><channel>', 'rss'],
    ['<a/>', 'rss'],
    ['{"version":"https://jsonfeed.org/version/1"', 'jsonfeed'],
  ])('%s is corrupt', async (text, from) => {
    await expect(convert(new Blob([text]), from, 'json')).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('is refused when nested too deeply', async () => {
    await expect(convert(new Blob(['<rss>'.repeat(5000)]), 'rss', 'json')).rejects.toMatchObject({ code: 'too-large' });
  });
});
