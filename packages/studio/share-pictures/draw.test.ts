import { expect, test } from 'vitest';
import { createPictureDrawer } from './draw.ts';

const drawer = createPictureDrawer(1);
const word = (text: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="63"><text x="4" y="40" font-size="24">${text}</text></svg>`;
const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

test('renders Hangul as letters, not boxes', async () => {
  const [hangul, other, missing] = await Promise.all(['한글', '바꿈', '\u{e000}\u{e001}'].map((text) => drawer.draw(word(text))));
  for (const png of [hangul, other]) {
    expect(Buffer.from(png ?? []).subarray(0, 8)).toEqual(signature);
    expect(Buffer.from(png ?? []).readUInt32BE(16)).toBe(120);
  }
  expect(hangul).not.toEqual(other);
  expect(hangul).not.toEqual(missing);
});

test('reports a failure and continues', async () => {
  await expect(drawer.draw('no drawing')).rejects.toThrow(/\w/);
  expect((await drawer.draw(word('a'))).length).toBeGreaterThan(50);
});
