import { bytesOf } from '@bakkum/conversion/engine';
import { jsonLine } from '@bakkum/data-tree/json-line';
import { DATA, dataOf, lossNotes } from '@bakkum/data-tree/tree';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const file = (name: string): Promise<Blob> => fixture(`playlists/${name}`);

async function convert(input: Blob, from: string, to: string): Promise<string> {
  const { outputs } = await convertWith({ engine, manifest }, { input, from, to });
  const { content } = outputs[0];
  return to === DATA ? jsonLine(dataOf(content), lossNotes()) : new TextDecoder().decode(await bytesOf(content));
}

const records = async (input: Blob, from: string): Promise<unknown> => JSON.parse(await convert(input, from, DATA)) as unknown;

describe('a playlist', () => {
  it.each(['songs.m3u', 'cp949.m3u'])('%s', async (name) => {
    expect(await records(await file(name), 'm3u')).toEqual([
      { location: 'music/도토리.mp3', title: '도토리', artist: '홍길동', album: '', seconds: 215 },
      { location: 'http://radio.example/live?a=1&b=2', title: 'Radio', artist: '', album: '', seconds: null },
      { location: 'C:\\Music\\plain.mp3', title: '', artist: '', album: '', seconds: null },
    ]);
  });

  it.each([
    [
      'radio.pls',
      'pls',
      [
        { location: 'http://radio.example/a', title: 'One' },
        { artist: 'Band', title: 'Two', seconds: 61 },
      ],
    ],
    [
      'list.xspf',
      'xspf',
      [{ location: 'file:///music/a%20b.flac', title: 'A & B', artist: 'Band', album: 'Album', seconds: 61.5 }, {}],
    ],
    ['show.asx', 'asx', [{ location: 'mms://example.com/a.wmv?x=1&y=2', title: 'Council', artist: 'City', seconds: 90 }, {}]],
    ['media.wpl', 'wpl', [{ location: '..\\Music\\a & b.wma', title: 'Z', artist: 'Y', album: 'X', seconds: 1 }]],
  ])('%s', async (name, from, expected) => {
    expect(await records(await file(name), from)).toMatchObject(expected);
  });

  it.each(['pls', 'asx', 'wpl', 'xspf'])('survives a round trip through %s', async (to) => {
    const there = await convert(await file('songs.m3u'), 'm3u', to);
    const back = (await records(new Blob([there]), to)) as readonly { location: string; title: string }[];
    expect(back.map(({ title }) => title)).toEqual(['도토리', 'Radio', '']);
    const path = to === 'xspf' ? 'file:///C:/Music/plain.mp3' : 'C:\\Music\\plain.mp3';
    expect(back.map(({ location }) => decodeURI(location))).toEqual([
      'music/도토리.mp3',
      'http://radio.example/live?a=1&b=2',
      path,
    ]);
  });
});

describe('a live stream', () => {
  it('has segments, or variants to choose from', async () => {
    expect(await records(await file('pieces.m3u8'), 'hls')).toEqual({
      version: 3,
      targetduration: 10,
      endlist: true,
      entries: [
        { kind: 'segment', uri: 'a.ts', key: { method: 'AES-128', uri: 'k' }, seconds: 9.009 },
        { kind: 'segment', uri: 'b.ts', seconds: 3.003, title: 'Title' },
      ],
    });
    expect(await records(await file('variants.m3u8'), 'hls')).toMatchObject({
      entries: [
        { kind: 'media', language: 'ko', uri: 'ko.m3u8' },
        { kind: 'variant', uri: '720p.m3u8', bandwidth: 1_280_000, resolution: '1280x720', codecs: 'avc1.4d401f,mp4a.40.2' },
        { kind: 'variant', uri: '360p.m3u8' },
      ],
    });
  });
});

it.each([
  ['', 'm3u', 'empty'],
  ['#EXTM3U\n', 'm3u', 'empty'],
  ['nothing', 'pls', 'corrupt'],
  ['<playlist>', 'xspf', 'corrupt'],
  ['x', 'hls', 'corrupt'],
])('%j as %s is refused', async (text, from, code) => {
  await expect(records(new Blob([text]), from)).rejects.toMatchObject({ code });
});
