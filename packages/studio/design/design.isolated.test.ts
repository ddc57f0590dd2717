import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Design, type Designer, openDesigner } from './design.ts';
import { drawScene } from './kinds/scene.ts';
import { loadFonts } from './text/fonts.ts';
import { renderPng } from './vectors/raster.ts';

vi.mock('./kinds/scene.ts', { spy: true });

let designer: Designer;

beforeAll(async () => {
  designer = await openDesigner();
});

const draw = (prompt: string, seed = 1, width = 512, height = 512): Promise<Design> =>
  designer.draw({ prompt, seed, width, height });
const drawn = async (prompt: string): Promise<readonly string[]> => (await draw(prompt)).report.drawn.map(({ en }) => en);
const notDrawn = async (prompt: string): Promise<readonly string[]> => (await draw(prompt)).report.notDrawn.map(({ ko }) => ko);
const textOf = ({ svg }: Design): string =>
  [...svg.matchAll(/<tspan[^>]*>([^<]*)<\/tspan>/g)].map(([, line = '']) => line).join(' ');

it('draws letters between digits as they are written', async () => {
  const { files } = await loadFonts();
  const [letter, sign] = ['5x5', '5×5'].map((text) =>
    renderPng(`<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><text y="16">${text}</text></svg>`, files),
  );
  expect(letter).not.toEqual(sign);
});

describe('the report', () => {
  it.each([
    ['three cats under a tree at night', ['cat × 3', 'tree', 'cat under tree', 'night']],
    ['나무 아래 고양이 세 마리, 밤', ['tree', 'cat × 3', 'cat under tree', 'night']],
    ['고양이 세 마리가 나무 아래에 있는 밤', ['cat × 3', 'tree', 'cat under tree', 'night']],
    ['책상 위의 고양이와 강아지', ['table', 'cat', 'dog', 'cat on table', 'dog on table']],
    ['a red cat and a blue bird', ['red cat', 'blue bird']],
    ['세 마리의 빨간 고양이', ['red cat × 3']],
    ['밤바다 위의 돛단배', ['boat', 'sea', 'night']],
    ['a dog behind a house, autumn', ['dog', 'house', 'dog behind house', 'autumn']],
    ['배 세 개', ['pear × 3']],
    ['새가 나무 위에 있고 개가 나무 아래에 있다', ['bird', 'tree', 'dog', 'bird on tree', 'dog under tree']],
    ['사람 없는 눈 오는 거리', ['city', 'snowing']],
  ])('of %j says what was drawn', async (prompt, expected) => {
    expect(await drawn(prompt)).toEqual(expected);
    expect(await notDrawn(prompt)).toEqual([]);
  });

  it('names words without a meaning and techniques as not drawn', async () => {
    expect(await notDrawn('an oil painting of a cat on the beach, quietly')).toEqual(['유화', 'quietly']);
    expect(await notDrawn('등대와 타임머신')).toEqual(['타임머신']);
  });

  it('reads words that are names in programs', async () => {
    expect(await notDrawn('a cat and a constructor')).toEqual(['constructor']);
  });

  it('names relations that a kind of design does not show', async () => {
    expect(await notDrawn('seamless pattern of a cat on a chair')).toEqual(['의자 위 고양이']);
    expect(await drawn('poster “Hi”, a cat on a chair')).toEqual(['“Hi”', 'cat', 'chair', 'cat on chair']);
  });

  it('names colours of the whole design that a landscape does not show', async () => {
    expect(await notDrawn('cat on the beach, pink background')).toEqual(['분홍']);
    expect(await drawn('cat on a pink background')).toEqual(['cat', 'pink']);
    for (const place of ['a pink room', 'space, pink']) expect(await notDrawn(`a cat in ${place}`)).toEqual([]);
    expect((await draw('cat on the beach, pink background')).report.drawn.map(({ en }) => en)).toEqual(['cat', 'beach']);
  });

  it('limits counts and reports it', async () => {
    const { report } = await draw('100 balloons in the sky');
    expect(report.drawn[0]).toEqual({ en: 'balloon × 12', ko: '풍선 × 12' });
    expect(report.notDrawn[0]).toEqual({ en: '88 more × balloon', ko: '풍선 88개 더' });
  });

  it('names a chosen style as not drawn', async () => {
    const { report } = await designer.draw({ prompt: 'a cat', style: 'oil-painting', seed: 1, width: 64, height: 64 });
    expect(report.notDrawn).toEqual([{ en: 'oil painting', ko: '유화' }]);
  });
});

describe('the kind of design', () => {
  it.each([
    ['poster “Jazz Night” with a saxophone', 'poster'],
    ['“Jazz Night”', 'poster'],
    ['생일 카드', 'card'],
    ['seamless pattern of lemons', 'pattern'],
    ['파란 그라데이션 배경화면', 'wallpaper'],
    ['앱 아이콘, 로켓', 'icon'],
    ['logo for a bakery', 'logo'],
    ['월별 매출 막대그래프: 1월 30, 2월 45', 'chart'],
    ['QR code for https://example.com', 'qr'],
    ['cat on a pink background', 'scene'],
    ['qwerty', 'poster'],
  ])('of %j is %s', async (prompt, kind) => {
    expect((await draw(prompt)).report.kind).toBe(kind);
  });
});

describe('text', () => {
  it.each([
    ['poster "Jazz & Night" with a moon', 'Jazz &amp; Night'],
    ['‘바다로 가자’라고 적힌 포스터', '바다로 가자'],
    ['a poster for a summer jazz festival', 'Summer jazz festival'],
    ['여름 음악 축제 포스터', '여름 음악 축제'],
    ['birthday card for grandma', 'Happy birthday For grandma'],
  ])('of %j stays editable', async (prompt, text) => {
    const design = await draw(prompt);
    expect(textOf(design)).toBe(text);
    expect(design.svg).toContain('@font-face');
  });

  it('fits within the design', async () => {
    const { svg } = await draw('poster "An extraordinarily long title about responsibilities and internationalization"');
    const sizes = [...svg.matchAll(/<text [^>]*font-size="([\d.]+)"[^>]*>(.*?)<\/text>/gs)];
    expect(sizes.length).toBeGreaterThan(0);
    for (const [, size, spans = ''] of sizes)
      for (const [, line = ''] of spans.matchAll(/>([^<]+)<\/tspan>/g))
        expect(line.length * Number(size) * 0.5).toBeLessThan(1000);
  });

  it('omits characters that no font contains, with a warning', async () => {
    const design = await draw('poster "Hi \u{13000}"');
    expect(textOf(design)).toBe('Hi');
    expect(design.report.notDrawn.map(({ en }) => en)).toEqual(['\u{13000}']);
  });
});

it('draws the same design for the same request, and another for another seed', async () => {
  for (const prompt of ['three cats under a tree', 'poster “Hello”', 'pastel wallpaper', '레몬 패턴', 'logo “A”']) {
    const one = await draw(prompt);
    expect((await draw(prompt)).svg).toBe(one.svg);
    expect((await draw(prompt, 2)).svg).not.toBe(one.svg);
  }
});

it('draws every kind as an SVG that renders at the requested size', async () => {
  const prompts = [
    'cat',
    'poster “a”',
    'card “b”',
    'pattern',
    'gradient',
    'icon of a dog',
    'logo “c”',
    'pie chart a 1, b 2',
    'line chart 1, 2, 3',
  ];
  for (const prompt of prompts) {
    const design = await draw(prompt, 3, 120, 90);
    expect(design.svg).not.toMatch(/NaN|undefined|Infinity/);
    expect(await sharp(designer.png(design)).metadata()).toMatchObject({ format: 'png', width: 120, height: 90 });
  }
});

it('puts a colour on a thing', async () => {
  const mean = async (prompt: string): Promise<readonly number[]> => {
    const { channels } = await sharp(designer.png(await draw(prompt, 5))).stats();
    return channels.map((channel) => channel.mean);
  };
  const [red = 0, , blue = 0] = await mean('a red car');
  const [otherRed = 0, , otherBlue = 0] = await mean('a blue car');
  expect(red - blue).toBeGreaterThan(otherRed - otherBlue + 10);
});

it('continues a pattern over its edges', async () => {
  for (const prompt of [
    'seamless pattern of lemons',
    'polka dots pattern',
    'wave pattern',
    'zigzag pattern',
    'geometric pattern',
  ]) {
    const { data, info } = await sharp(designer.png(await draw(prompt, 4, 300, 300)))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const column = (x: number): number[] => Array.from({ length: info.height }, (_, y) => data[(y * info.width + x) * 3] ?? 0);
    const step = (a: number, b: number): number =>
      column(a).reduce((sum, value, y) => sum + Math.abs(value - (column(b)[y] ?? 0)), 0) / info.height;
    const inside = Math.max(...[20, 60, 110, 170, 230].map((x) => step(x, x + 1)));
    expect(step(info.width - 1, 0)).toBeLessThan(Math.max(30, inside * 3));
  }
});

it('writes a QR code that can be read', async () => {
  const { data, info } = await sharp(designer.png(await draw('QR code for https://example.com/hello')))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) })).toBe('https://example.com/hello');
});

describe('a change', () => {
  const requestOf = (prompt: string, changes: readonly string[]) => ({ prompt, changes, seed: 1, width: 512, height: 512 });
  const changed = (prompt: string, ...changes: readonly string[]) => designer.draw(requestOf(prompt, changes));
  const isChanged = async (prompt: string, ...changes: readonly string[]) =>
    designer.isChanged(requestOf(prompt, changes), await changed(prompt, ...changes));

  it.each([
    ['three cats under a tree', ['make it night'], ['cat × 3', 'tree', 'cat under tree', 'night']],
    ['three cats under a tree at night', ['make it day'], ['cat × 3', 'tree', 'cat under tree', 'day']],
    ['three cats under a tree', ['add two cats'], ['cat × 5', 'tree', 'cat under tree']],
    ['three cats under a tree', ['add a red dog and a bird'], ['cat × 3', 'tree', 'red dog', 'bird', 'cat under tree']],
    ['three cats under a tree', ['four cats'], ['cat × 4', 'tree', 'cat under tree']],
    ['three cats under a tree', ['make the cats red'], ['red cat × 3', 'tree', 'cat under tree']],
    ['three cats under a tree', ['remove the tree'], ['cat × 3']],
    ['three cats under a tree', ['remove one cat'], ['cat × 2', 'tree', 'cat under tree']],
    ['three cats under a tree', ['change the cats to dogs'], ['dog × 3', 'tree', 'dog under tree']],
    ['three cats', ['blue background'], ['cat × 3', 'blue']],
    ['three cats', ['change the background to blue'], ['cat × 3', 'blue']],
    ['a cat on the beach', ['move it to the forest', 'add rain'], ['cat', 'forest', 'rain']],
    ['a cat in the rain', ['no rain, add a dog'], ['cat', 'dog']],
    ['poster “Hi” with a cat', ['change the text to “Hello, you”'], ['“Hello, you”', 'cat']],
    ['poster “Hi” with a cat', ['change the text to “Mr. Kim”'], ['“Mr. Kim”', 'cat']],
    ['poster “Hi” with a cat', ['change the text to ‘Hello, you’'], ['“Hello, you”', 'cat']],
    ['poster “Hi” with a cat', ["change the text to 'Hello, you', add a dog"], ['“Hello, you”', 'cat', 'dog']],
    ['poster “Hi” with a cat', ['text “No cat”'], ['“No cat”', 'cat']],
    ['포스터 “안녕”, 고양이', ['문구를 “너 그리고 나”로 바꿔 줘'], ['“너 그리고 나”', 'cat']],
    ['a cat and a dog', ['could you please remove the dog'], ['cat']],
    ['a cat and a dog', ['take the dog away'], ['cat']],
    ['나무 아래 고양이 세 마리', ['밤으로 바꿔 줘'], ['tree', 'cat × 3', 'cat under tree', 'night']],
    ['나무 아래 고양이 세 마리', ['고양이 두 마리 추가해 줘'], ['tree', 'cat × 5', 'cat under tree']],
    ['나무 아래 고양이 세 마리', ['나무를 빼 줘'], ['cat × 3']],
    ['나무 아래 고양이 세 마리', ['고양이를 강아지로 바꿔 줘'], ['tree', 'dog × 3', 'dog under tree']],
    ['고양이 세 마리', ['배경을 파란색으로 바꿔 줘'], ['cat × 3', 'blue']],
    ['고양이 세 마리', ['고양이를 빨간색으로 해 줘'], ['red cat × 3']],
    ['고양이 세 마리', ['밤으로 바꾸고 고양이 두 마리 추가해 줘'], ['cat × 5', 'night']],
    ['three cats', ['make it night and add two cats'], ['cat × 5', 'night']],
    ['cats and dogs', ['replace the dogs with one bird. Make it winter'], ['cat × 3', 'bird', 'winter']],
    ['고양이 세 마리', ['눈 오는 숲으로'], ['cat × 3', 'forest', 'snowing']],
  ] as const)('of %j by %j draws it', async (prompt, changes, expected) => {
    const { report } = await changed(prompt, ...changes);
    expect([...report.drawn.map(({ en }) => en)].sort()).toEqual([...expected].sort());
    expect(report.notDrawn.map(({ en }) => en)).toEqual(changes[0] === 'move it to the forest' ? ['move'] : []);
    expect(await isChanged(prompt, ...changes)).toBe(true);
  });

  it('does not remove things for a noun that is also a verb', async () => {
    for (const [before, change] of [
      ['a cat', 'add a drop of water'],
      ['a cat', 'add a rain drop next to the cat'],
      ['a cat', 'add a cat with no hat'],
      ['고양이', '고양이 옆에 지우개 추가해 줘'],
    ] as const)
      expect((await changed(before, change)).report.drawn.map(({ en }) => en).join()).toContain('cat');
  });

  it('keeps the composition of everything else', async () => {
    const [before, after] = [await draw('poster “Hi”'), await changed('poster “Hi”', 'change the text to “Ho”')];
    const shapes = ({ svg }: Design): string => svg.replaceAll(/<style>.*?<\/style>|<text.*?<\/text>/gs, '');
    expect(shapes(after)).toBe(shapes(before));
  });

  it('says when an instruction makes no difference, and which words it did not read', async () => {
    const { report } = await changed('three cats under a tree', 'make it more emotional');
    expect(report.notDrawn.map(({ en }) => en)).toEqual(['emotional']);
    expect(await isChanged('three cats under a tree', 'make it more emotional')).toBe(false);
    expect(await isChanged('three cats', 'remove the dog')).toBe(false);
    expect(await isChanged('고양이 세 마리', '더 감성적으로')).toBe(false);
    expect(await isChanged('three cats', 'make it night', 'make it night')).toBe(false);
    expect(await isChanged('three cats')).toBe(true);
  });

  it('is drawn once unless the caller asks whether it makes a difference', async () => {
    vi.mocked(drawScene).mockClear();
    await changed('three cats', 'make it night', 'add a dog');
    expect(drawScene).toHaveBeenCalledOnce();
  });
});
