import { jsonLine } from '@bakkum/data-tree/json-line';
import { DATA, dataOf, lossNotes } from '@bakkum/data-tree/tree';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const database = (): Promise<Blob> => fixture('databases/shop.mdb');

async function json(input: Blob): Promise<unknown> {
  const { outputs } = await convertWith({ engine, manifest }, { input, from: 'mdb', to: DATA });
  return JSON.parse(jsonLine(dataOf(outputs[0].content), lossNotes())) as unknown;
}

describe('Access tables', () => {
  it('match the values and types mdb-export reads', async () => {
    expect(await json(await database())).toEqual({
      사람: [
        {
          id: 1,
          name: '홍길동',
          note: '긴 글 '.repeat(40),
          born: '1990-01-02T03:04:05',
          paid: '1234.56',
          rate: 0.1,
          active: true,
        },
        { id: 2, name: 'Ann "A", B', note: null, born: '2000-12-31', paid: '-1.00', rate: 2, active: false },
        { id: 3, name: null, note: null, born: null, paid: null, rate: null, active: false },
      ],
      Orders: [
        { number: 1, what: 'Tea' },
        { number: 2, what: 'Rice' },
        { number: 3, what: 'Salt' },
      ],
    });
  });
});

describe('hostile input', () => {
  it('truncated or changed anywhere are refused or read, and never hang the reader', async () => {
    const whole = new Uint8Array(await (await database()).arrayBuffer());
    const outcomes = new Set<unknown>();
    for (let at = 100; at < whole.length; at += 1501) {
      const changed = whole.slice();
      changed[at] = (changed[at] ?? 0) ^ 0xff;
      for (const bytes of [changed, whole.slice(0, at)])
        outcomes.add(
          await json(new Blob([bytes])).then(
            () => 'read',
            (thrown: unknown) => (thrown instanceof Error && 'code' in thrown ? thrown.code : thrown),
          ),
        );
    }
    expect(
      [...outcomes].filter(
        (outcome) => !['read', 'corrupt', 'unsupported-feature', 'encrypted', 'too-large'].includes(String(outcome)),
      ),
    ).toEqual([]);
  });

  it('of another file type are refused as corrupt', async () => {
    await expect(json(new Blob(['nothing']))).rejects.toMatchObject({ code: 'corrupt' });
  });
});
