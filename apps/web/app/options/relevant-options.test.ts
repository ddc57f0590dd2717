import type { OptionsSchema } from '@bakkum/conversion/options';
import { expect, test } from 'vitest';
import { changesBy, cutProblem, hasTargetSize, relevantOptions, withoutSound } from './relevant-options.ts';

const field = { kind: 'boolean', default: false } as const;
const schema: OptionsSchema = Object.fromEntries(
  ['quality', 'width', 'mute', 'audioBitrate', 'channels', 'videoBitrate', 'targetSize'].map((name) => [name, field]),
);
const shown = (values: Parameters<typeof relevantOptions>[1]) => Object.keys(relevantOptions(schema, values));

test('hides options that another choice makes irrelevant', () => {
  expect(shown({})).toEqual(Object.keys(schema));
  expect(shown({ mute: true })).toEqual(['quality', 'width', 'mute', 'videoBitrate', 'targetSize']);
  expect(shown({ targetSize: 900 })).toEqual(['quality', 'width', 'mute', 'channels', 'targetSize']);
  expect(hasTargetSize({ targetSize: field }, { targetSize: 900 })).toBe(false); // a picture's
  expect(Object.keys(withoutSound(schema))).toEqual(['quality', 'width', 'videoBitrate', 'targetSize']);
});

test('reports a cut that leaves nothing at the right option', () => {
  expect(cutProblem({ trimStart: 5, trimEnd: 9 }, 10)).toBeUndefined();
  expect(cutProblem({ trimStart: null, trimEnd: null }, undefined)).toBeUndefined();
  expect(cutProblem({ trimStart: 5, trimEnd: 5 }, 10)).toEqual({ option: 'trimEnd', why: 'endTooEarly' });
  expect(cutProblem({ trimStart: 12 }, 10)).toEqual({ option: 'trimStart', why: 'startTooLate' });
  expect(cutProblem({ trimStart: 12 }, undefined)).toBeUndefined();
});

test('resets options that a new choice excludes, and offers only the rest', () => {
  const limited: OptionsSchema = {
    audioCodec: { kind: 'choice', values: ['auto', 'mp3', 'pcm'], default: 'auto' },
    audioBitrate: {
      kind: 'number',
      min: 8,
      max: 512,
      step: 1,
      default: null,
      limits: [
        { when: { audioCodec: ['mp3'] }, values: [128, 320] },
        { when: { audioCodec: ['pcm'] }, values: [] },
      ],
    },
  };
  expect(changesBy(limited, { audioBitrate: 500 }, 'audioCodec', 'mp3')).toEqual([
    ['audioCodec', 'mp3'],
    ['audioBitrate', null],
  ]);
  expect(changesBy(limited, { audioBitrate: 128 }, 'audioCodec', 'mp3')).toEqual([['audioCodec', 'mp3']]);
  expect(relevantOptions(limited, { audioCodec: 'mp3' })['audioBitrate']).toMatchObject({ values: [128, 320] });
  expect(relevantOptions(limited, { audioCodec: 'pcm' })).not.toHaveProperty('audioBitrate');
});
