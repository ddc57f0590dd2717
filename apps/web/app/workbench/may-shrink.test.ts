import type { Family } from '@bakkum/formats/format';
import { expect, it } from 'vitest';
import { mayShrink } from './may-shrink.ts';

const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  image: ['png', 'jpeg', 'webp', 'heic', 'bmp'],
  vector: ['svg'],
  audio: ['mp3', 'wav', 'opus'],
  video: ['mp4', 'webm'],
  document: ['pdf', 'docx'],
  archive: ['zip', 'tar'],
} satisfies Partial<Record<Family, readonly string[]>>;

function familyOf(id: string): Family | undefined {
  const families: readonly Family[] = ['image', 'vector', 'audio', 'video', 'document', 'archive'];
  return families.find((family) => FAMILIES[family]?.includes(id));
}

it.each([
  ['png', 'webp'],
  ['png', 'jpeg'],
  ['png', 'png'],
  ['jpeg', 'jpeg'],
  ['heic', 'webp'],
  ['opus', 'mp3'],
  ['webm', 'mp4'],
  ['zip', 'zip'],
])('advises on %s that grew as %s', (from, to) => {
  expect(mayShrink(from, to, familyOf)).toBe(true);
});

it.each([
  ['heic', 'jpeg'],
  ['svg', 'png'],
  ['svg', 'webp'],
  ['jpeg', 'png'],
  ['png', 'bmp'],
  ['mp3', 'wav'],
  ['mp4', 'mp3'],
  ['docx', 'pdf'],
  ['zip', 'tar'],
])('expects %s to grow as %s', (from, to) => {
  expect(mayShrink(from, to, familyOf)).toBe(false);
});
