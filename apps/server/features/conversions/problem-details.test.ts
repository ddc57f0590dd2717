import { parseOptions } from '@bakkum/conversion/options';
import { soundOptions } from '@bakkum/media-options/sound-schema';
import { expect, it } from 'vitest';
import { detailsIn } from './problem-details.ts';

const sentences = (values: Readonly<Record<string, unknown>>, locale: 'en' | 'ko'): unknown => {
  const parsed = parseOptions(soundOptions(['opus']), values);
  return parsed.ok ? undefined : detailsIn(locale, { options: parsed.problems })['options'];
};

it('lists the possible values of an option', () => {
  expect(sentences({ audioBitrate: 640 }, 'en')).toMatchObject([
    { message: 'The value of “audioBitrate” isn’t one of the allowed values. Allowed values: 6 to 512.' },
  ]);
  expect(sentences({ audioBitrate: 400, channels: 'mono' }, 'ko')).toMatchObject([
    { message: '‘audioBitrate’ 값이 허용 범위를 벗어났어요. 가능한 값: 6~256.' },
  ]);
  expect(sentences({ depth: 3 }, 'en')).toMatchObject([{ message: 'This conversion has no option “depth”.' }]);
});
