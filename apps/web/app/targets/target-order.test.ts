import type { Family, Format } from '@bakkum/formats/format';
import { expect, test } from 'vitest';
import { compareTargets } from './target-order.ts';

const format = (id: string, family: Family): Format => ({
  id,
  family,
  name: id.toUpperCase(),
  title: { en: id, ko: id },
  extensions: [id],
  mediaTypes: [`${family}/${id}`],
});
const all = [
  ...['ac3', 'mp3', 'wav', 'm4a', 'flac'].map((id) => format(id, 'audio')),
  ...['3gp', 'avi', 'mp4', 'mov', 'webm'].map((id) => format(id, 'video')),
  ...['aai', 'gif', 'jpeg', 'png', 'webp'].map((id) => format(id, 'image')),
].map((each) => ({ format: each }));

const orderFrom = (id: string, family: Family) => {
  const from = format(id, family);
  const sorted = all.toSorted(compareTargets(from));
  return { ids: sorted.map((target) => target.format.id) };
};

test('sorts targets of recordings by popularity, with the source format last', () => {
  const film = orderFrom('mov', 'video');
  expect(film.ids.slice(0, 6)).toEqual(['mp4', 'webm', 'mp3', 'gif', 'avi', 'wav']);
  expect(film.ids.at(-1)).toBe('mov');
  expect(orderFrom('wav', 'audio').ids.slice(0, 4)).toEqual(['mp3', 'm4a', 'flac', 'mp4']);
});

test('sorts targets of images as specified, with video early for animated ones', () => {
  expect(orderFrom('heic', 'image').ids.slice(0, 5)).toEqual(['jpeg', 'png', 'webp', 'gif', 'mp4']);
  expect(orderFrom('gif', 'image').ids.slice(0, 5)).toEqual(['png', 'jpeg', 'webp', 'mp4', 'webm']);
});
