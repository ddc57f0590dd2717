import { expect, it } from 'vitest';
import { type GreyImage, turned } from './grey-image.ts';
import { uprightPage } from './orientation.ts';

const LETTER = 24;

/** White paper with rows of square letters, each row a little shorter than the one above. */
function pageOf(rows: number, letters: number): GreyImage {
  const [width, height] = [900, 700];
  const data = new Uint8Array(width * height).fill(255);
  for (let row = 0; row < rows; row++)
    for (let letter = 0; letter < letters - row; letter++)
      for (let y = 0; y < LETTER; y++) {
        const start = (60 + row * 60 + y) * width + 60 + letter * 30;
        data.fill(0, start, start + LETTER);
      }
  return { width, height, data };
}

const word = { left: 0, top: 0, right: 100, bottom: LETTER, text: 'twenty-four-letters-or-more' };
/** Reads the same word in every line. */
const readsAt = (confidence: () => number) => () => [{ ...word, confidence: confidence() }];
const pause = (): undefined => undefined;

it('keeps an upright page', async () => {
  const { quarters, prepared } = await uprightPage(
    pageOf(6, 24),
    ['eng', 'kor'],
    readsAt(() => 95),
    pause,
  );
  expect(quarters).toBe(0);
  expect(prepared.parts.lines).toHaveLength(6);
});

it('turns vertical text counterclockwise, so that the right column becomes the first line', async () => {
  const vertical = turned(pageOf(6, 24), 1);
  const { quarters, prepared } = await uprightPage(
    vertical,
    ['jpn_vert'],
    readsAt(() => 95),
    pause,
  );
  expect(quarters).toBe(3);
  const lines = prepared.parts.lines.toSorted((one, other) => one.top - other.top);
  const widths = lines.map(({ left, right }) => right - left);
  expect(widths).toHaveLength(6);
  expect(widths).toEqual(widths.toSorted((one, other) => other - one));
});

it('turns vertical text the other way if its lines are not legible', async () => {
  const upsideDown = turned(pageOf(6, 24), 3);
  let lines = 0;
  const legibleAfterFour = readsAt(() => (++lines > 4 ? 95 : 20));
  const { quarters } = await uprightPage(upsideDown, ['jpn_vert'], legibleAfterFour, pause);
  expect(quarters).toBe(1);
});
