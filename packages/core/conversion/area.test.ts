import { expect, test } from 'vitest';
import { parseArea, writeArea } from './area.ts';
import { parseOptions } from './options.ts';

test('reads what it writes', () => {
  const area = { x: 0, y: 12, width: 640, height: 1 };
  expect(writeArea(area)).toBe('0,12,640,1');
  expect(parseArea('0,12,640,1')).toEqual(area);
});

const WRONG = [
  '',
  '1,2,3',
  '1,2,3,4,5',
  '0,0,0,10',
  '0,0,10,0',
  '-1,0,10,10',
  '1.5,0,10,10',
  '01,0,1,1',
  '0, 0, 1, 1',
  '0,0,100000,1',
  '0,0,1,1\n',
];

test.each(WRONG)('refuses %j', (text) => {
  expect(parseArea(text)).toBeUndefined();
});

test('an area option accepts an area or nothing', () => {
  const parse = (crop: unknown) => parseOptions({ crop: { kind: 'area', default: null } }, { crop });
  expect(parse('1,2,3,4')).toEqual({ ok: true, values: { crop: '1,2,3,4' } });
  for (const nothing of [null, '']) expect(parse(nothing)).toEqual({ ok: true, values: { crop: null } });
  for (const wrong of ['1,2,3', [1, 2, 3, 4], 7, true])
    expect(parse(wrong)).toEqual({ ok: false, problems: [{ option: 'crop', reason: 'wrong-type' }] });
});
