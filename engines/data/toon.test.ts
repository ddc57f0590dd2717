import { jsonLine } from '@bakkum/data-tree/json-line';
import { lossNotes } from '@bakkum/data-tree/tree';
import type { Value } from '@bakkum/data-tree/value';
import { fixture } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { toon } from './toon.ts';

const plain = (value: Value): unknown => JSON.parse(jsonLine(value, lossNotes())) as unknown;

function back(value: Value): unknown {
  const text = toon.binary ? '' : toon.write(value, lossNotes());
  return plain(toon.binary ? null : toon.read(text, lossNotes()));
}

describe('TOON', () => {
  it('holds the values of JSON', () => {
    const value: Value = new Map<string, Value>([
      [
        'table',
        [
          new Map<string, Value>([
            ['x', 1],
            ['y', 'a, "b"'],
          ]),
          new Map<string, Value>([
            ['x', null],
            ['y', 'true'],
          ]),
        ],
      ],
      [
        'nested',
        new Map<string, Value>([
          ['lists', [[1, 2.5], [], ['다람쥐']]],
          ['none', new Map()],
        ]),
      ],
      ['weird: key', false],
    ]);
    expect(back(value)).toEqual(plain(value));
  });

  it('is read as other programs write it', async () => {
    const text = await (await fixture('data/toon.toon')).text();
    expect(plain(toon.binary ? null : toon.read(text, lossNotes()))).toEqual({
      name: '다람쥐',
      nested: { deep: [1, 'two'] },
      rows: [
        { id: 1, label: '도토리', ok: true },
        { id: 2, label: 'a, b', ok: null },
      ],
      empty: [],
    });
  });

  it('warns about types it does not have', () => {
    const notes = lossNotes();
    if (!toon.binary) toon.write(12_345_678_901_234_567_890n, notes);
    expect(notes.warnings()).toEqual([{ code: 'types-changed' }]);
  });
});
