import { expect, it } from 'vitest';
import { actionOfKey } from './viewer-keys.ts';

const press = (key: string, changes: object = {}) =>
  actionOfKey({ key, ctrlKey: false, metaKey: false, altKey: false, repeat: false, ...changes });

it('leaves shortcuts of the browser alone', () => {
  expect([press('ArrowRight'), press('F'), press('Delete'), press('x')]).toEqual(['next', 'favourite', 'delete', undefined]);
  expect([press('ArrowLeft', { altKey: true }), press('d', { ctrlKey: true }), press('r', { metaKey: true })]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it('deletes one image per press, however long the key is held', () => {
  expect([press('Delete', { repeat: true }), press('ArrowRight', { repeat: true })]).toEqual([undefined, 'next']);
});
