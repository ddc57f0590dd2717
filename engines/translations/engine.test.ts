import { jsonLine } from '@bakkum/data-tree/json-line';
import { DATA, dataOf, lossNotes } from '@bakkum/data-tree/tree';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

async function records(input: Blob, from: string): Promise<unknown> {
  const { outputs } = await convertWith({ engine, manifest }, { input, from, to: DATA });
  return JSON.parse(jsonLine(dataOf(outputs[0].content), lossNotes())) as unknown;
}

const file = (name: string): Promise<Blob> => fixture(`translations/${name}`);

describe('translation files', () => {
  it.each([
    ['app.xlf', 'xliff'],
    ['pack.xlz', 'xlz'],
  ])('%s', async (name, from) => {
    expect(await records(await file(name), from)).toEqual([
      {
        file: 'app.txt',
        id: 'hello',
        source: 'Hello, world',
        target: '안녕, 세상',
        sourceLanguage: 'en',
        targetLanguage: 'ko',
        state: 'translated',
        note: 'Greeting',
      },
      { file: 'app.txt', id: '2', source: 'Bye', target: '', sourceLanguage: 'en', targetLanguage: 'ko', state: '', note: '' },
    ]);
  });

  it('read XLIFF 2, translation memories and message catalogues', async () => {
    expect(await records(await file('app2.xliff'), 'xliff')).toMatchObject([
      { id: 'u.1', source: 'One. ', target: '하나. ', state: 'final', note: 'Two', targetLanguage: 'ko' },
      { id: 'u.2', source: 'Two .', target: '' },
    ]);
    expect(await records(await file('memory.tmx'), 'tmx')).toEqual([{ id: '1', note: 'n', en: 'Squirrel !', ko: '다람쥐' }]);
    expect(await records(await file('ko.po'), 'po')).toEqual([
      {
        context: 'menu',
        source: 'Hello, %s\n',
        target: '안녕, %s\n',
        sourcePlural: '',
        targetPlural: '',
        flags: 'c-format',
        note: 'A greeting',
        places: 'main.c:1 main.c:2',
      },
      {
        context: '',
        source: 'file',
        target: '파일',
        sourcePlural: 'files',
        targetPlural: '파일들',
        flags: '',
        note: '',
        places: '',
      },
    ]);
  });
});

it.each([
  ['<xliff>', 'xliff', 'corrupt'],
  ['<xliff version="1.2"/>', 'xliff', 'empty'],
  ['<a/>', 'tmx', 'corrupt'],
  ['PK', 'xlz', 'corrupt'],
  ['no message', 'po', 'corrupt'],
])('%j as %s is refused', async (text, from, code) => {
  await expect(records(new Blob([text]), from)).rejects.toMatchObject({ code });
});
