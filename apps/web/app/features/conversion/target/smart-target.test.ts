import { expect, it } from 'vitest';
import { smartTarget } from './smart-target.ts';

const everything = ['jpeg', 'png', 'webp', 'pdf', 'docx', 'mp4', 'mp3', 'wav', 'zip', 'srt', 'xlsx'];

it.each([
  [{ id: 'heic', family: 'image' }, 'jpeg', 'everywhere'],
  [{ id: 'mov', family: 'video' }, 'mp4', 'everywhere'],
  [{ id: 'pages', family: 'document' }, 'pdf', 'look'],
  [{ id: 'pdf', family: 'document' }, 'docx', 'edit'],
  [{ id: 'wav', family: 'audio' }, 'mp3', 'smaller'],
  [{ id: 'rar', family: 'archive' }, 'zip', 'everywhere'],
] as const)('%o becomes %s: %s', (from, to, reason) => expect(smartTarget(from, everything)).toEqual({ to, reason }));

it('takes the next best target if the best is unsupported, and none if none is supported', () => {
  expect(smartTarget({ id: 'gif', family: 'image' }, ['jpeg'])).toEqual({ to: 'jpeg', reason: 'everywhere' });
  expect(smartTarget({ id: 'mp4', family: 'video' }, ['avi'])).toBeUndefined();
});
