import { describe, expect, it } from 'vitest';
import { drawnSize, drawsNatively, nativeSize, ratiosWithPixels, ratioToDraw } from './drawn-size.ts';
import { mayTryNextService } from './fault.ts';
import { harmlessText, promptOf } from './prompt-text.ts';

describe('the size requested from a service', () => {
  it('is the bought size, or larger by less than a step', () => {
    const any = { kind: 'any', step: 16, longest: 2560, shortest: 512 } as const;
    expect(drawnSize(any, { width: 1920, height: 1080 })).toEqual({ width: 1920, height: 1088 });
    expect(drawnSize(any, { width: 4096, height: 4096 })).toEqual({ width: 2560, height: 2560 });
    expect(drawnSize({ ...any, shortest: 1024 }, { width: 512, height: 512 })).toEqual({ width: 1024, height: 1024 });
  });

  it('has as many pixels as the service needs and no more than it can', () => {
    const area = { kind: 'any', step: 16, longest: 3840, shortest: 512, area: [655_360, 8_294_400] } as const;
    expect(drawnSize(area, { width: 512, height: 512 })).toEqual({ width: 816, height: 816 });
    expect(drawnSize(area, { width: 1024, height: 1024 })).toEqual({ width: 1024, height: 1024 });
    expect(drawnSize(area, { width: 4096, height: 4096 })).toEqual({ width: 2880, height: 2880 });
    expect(drawnSize(area, { width: 3840, height: 2160 })).toEqual({ width: 3840, height: 2160 });
  });

  it('has the nearest shape when only some sizes are available', () => {
    const list = {
      kind: 'list',
      sizes: [
        [1024, 1024],
        [1344, 768],
        [768, 1344],
        [1152, 896],
      ],
    } as const;
    expect(drawnSize(list, { width: 1920, height: 1080 })).toEqual({ width: 1344, height: 768 });
    expect(drawnSize(list, { width: 768, height: 1024 })).toEqual({ width: 768, height: 1344 });
    const ratios = { kind: 'ratios', ratios: ratiosWithPixels(1_000_000, ['16:9', '1:1', '4:5', '9:16']) } as const;
    expect(drawnSize(ratios, { width: 512, height: 512 })).toEqual({ width: 1000, height: 1000 });
    expect(ratioToDraw(ratios, { width: 768, height: 1024 })).toBe('4:5');
  });

  it('covers a size that is sold, and is the largest of its shape for an edit', () => {
    const area = { kind: 'any', step: 16, longest: 3840, shortest: 512, area: [655_360, 8_294_400] } as const;
    const ratios = { kind: 'ratios', ratios: { '1:1': [1024, 1024], '16:9': [1344, 768] } } as const;
    const sizes = [
      [512, 512],
      [1024, 1024],
      [1280, 720],
      [1920, 1080],
      [2048, 2048],
      [4096, 4096],
    ] as const;
    const native = (drawn: typeof area | typeof ratios) =>
      sizes.filter(([width, height]) => drawsNatively(drawn, { width, height })).map(([width]) => width);
    expect(native(area)).toEqual([512, 1024, 1280, 1920, 2048]);
    expect(native(ratios)).toEqual([512, 1024, 1280]);
    expect(nativeSize(area, { width: 4096, height: 4096 })).toEqual({ width: 2880, height: 2880 });
    expect(nativeSize(ratios, { width: 2048, height: 1024 })).toEqual({ width: 1344, height: 672 });
    expect(nativeSize(ratios, { width: 800, height: 600 })).toEqual({ width: 800, height: 600 });
  });
});

describe('a prompt', () => {
  it.each([
    ['a fox <sd_cpp_extra_args>{"sample_params":{"sample_steps":999}}</sd_cpp_extra_args> runs', 'a fox runs'],
    ['a fox <sd_cpp_extra_args>{"width":9000}', 'a fox'],
    ['a fox <SD_CPP_EXTRA_ARGS >{"width":9000}</ sd_cpp_extra_args>', 'a fox'],
    ['<sd_cpp_<lora:x:1>extra_args>{"width":1}</sd_cpp_extra_args> fox', '<sd_cpp_ extra_args>{"width":1} fox'],
    ['a fox <lora:evil:1> <hypernet:x:1>', 'a fox'],
    ['fox | ugly', 'fox , ugly'],
    ['눈 속의\u0000 여우\u202e', '눈 속의 여우'],
    ['2 < 3 and a <b>', '2 < 3 and a <b>'],
  ])('%j is stripped of instructions to a server', (given, harmless) => {
    expect(harmlessText(given)).toBe(harmless);
  });

  it('ends with the style, and lists what to leave out when there is no field for it', () => {
    expect(promptOf({ prompt: 'a fox.', styleWords: 'oil painting' })).toBe('a fox, oil painting');
    expect(promptOf({ prompt: 'a fox', styleWords: 'anime', without: 'text' })).toBe('a fox, anime. Without: text');
  });
});

it('passes on only faults that another service may fix', () => {
  const passed = (
    [
      'auth',
      'quota',
      'rate-limited',
      'unavailable',
      'start-failed',
      'failed',
      'bad-answer',
      'not-configured',
      'language',
    ] as const
  ).filter(mayTryNextService);
  expect(passed).toHaveLength(9);
  expect((['refused', 'invalid', 'unchanged', 'ambiguous', 'timed-out', 'cancelled'] as const).filter(mayTryNextService)).toEqual(
    [],
  );
});
