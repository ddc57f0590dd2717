import { STYLE_IDS } from '@bakkum/studio-options/styles';
import { describe, expect, it } from 'vitest';
import { analysePrompt, withPhrase } from './analyse.ts';
import { ASPECT_PHRASES, ASPECTS } from './dictionary-table.ts';
import { TEMPLATE_CATEGORIES, TEMPLATES } from './templates-table.ts';
import { createFinder } from './word-match.ts';

/**
 * The aspects each prompt covers (subject, style, lighting, colour), as a score, and the suggestions. Prompts under six
 * characters have no result.
 */
const EXAMPLES: readonly (readonly [prompt: string, confidence: number | undefined, suggested: string])[] = [
  ['a cat', undefined, ''],
  ['hello there', 0, 'subject style lighting colour'],
  ['a red fox', 50, 'style lighting'],
  ['a beautiful thing to draw', 0, 'subject style lighting colour'],
  ['a wombat eating ramen', 25, 'style lighting colour'],
  ['portrait of an old fisherman, oil painting, soft light, muted colors', 100, ''],
  ['mountain lake at sunset', 50, 'style colour'],
  ['watercolor of cherry blossoms', 50, 'lighting colour'],
  ['neon city street at night in the rain', 50, 'style colour'],
  ['an isometric 3D render of a tiny kitchen, pastel palette, studio light', 100, ''],
  ['cyberpunk samurai, red and black', 75, 'lighting'],
  ['minimalist poster of a whale', 50, 'lighting colour'],
  ['a quiet village at golden hour', 75, 'style'],
  ['black and white photo of a dancer, dramatic light', 100, ''],
  ['something pretty and new', 0, 'subject style lighting colour'],
  ['bright colorful abstract painting', 75, 'subject'],
  ['anime girl with purple hair under moonlight', 100, ''],
  ['steampunk airship', 50, 'lighting colour'],
  ['vintage photograph of a train station in warm tones', 75, 'lighting'],
  ['a dragon made of emerald glass glowing in a dark cave, digital art', 100, ''],
  ['고양이 그림 그려줘', 25, 'style lighting colour'],
  ['빨간 여우 한 마리', 50, 'style lighting'],
  ['눈 내리는 숲속의 여우, 수채화', 50, 'lighting colour'],
  ['노을 지는 바다', 50, 'style colour'],
  ['벚꽃이 핀 한옥, 봄날 아침 햇살, 분홍빛', 75, 'style'],
  ['아름다운 느낌의 멋진 그림', 0, 'subject style lighting colour'],
  ['웜뱃이 라면을 먹는 모습', 25, 'style lighting colour'],
  ['네온 불빛 가득한 서울 골목, 사이버펑크, 보랏빛', 100, ''],
  ['달빛 아래 파란 돛단배 유화', 100, ''],
  ['흑백 사진, 비 오는 거리의 우산 쓴 사람', 75, 'lighting'],
  ['귀여운 강아지 캐릭터', 25, 'style lighting colour'],
  ['파스텔톤 미니멀리즘 포스터', 75, 'lighting'],
  ['어두운 동굴 속 빛나는 수정', 50, 'style colour'],
  ['할머니의 초상화, 부드러운 자연광', 50, 'style colour'],
  ['수묵화로 그린 소나무와 두루미', 50, 'lighting colour'],
  ['커피 한 잔', 25, 'style lighting colour'],
  ['우주를 떠다니는 고래, 디지털아트, 청록색, 별빛', 100, ''],
  ['알록달록한 추상화', 50, 'subject lighting'],
  ['겨울 산', undefined, ''],
  ['따뜻한 조명의 아늑한 서재, 갈색, 실사 사진', 100, ''],
];

it.each(EXAMPLES)('scores %j with %s', (prompt, confidence, suggested) => {
  const analysis = analysePrompt(prompt);
  expect(analysis?.confidence).toBe(confidence);
  expect(analysis?.suggestions.map(({ kind }) => kind).join(' ') ?? '').toBe(suggested);
  expect(analysis?.isValid).toBe(confidence === undefined ? undefined : confidence >= 50);
  expect(analysis?.enhancedPrompt !== undefined).toBe(confidence !== undefined && confidence < 75);
});

it('completes every weak example in its own language', () => {
  for (const [prompt] of EXAMPLES) {
    const enhanced = analysePrompt(prompt)?.enhancedPrompt;
    if (enhanced === undefined) continue;
    expect(enhanced).toContain(prompt);
    expect(analysePrompt(enhanced)).toMatchObject({ confidence: 100, language: analysePrompt(prompt)?.language });
  }
});

it('suggests the chosen style', () => {
  for (const style of STYLE_IDS) {
    for (const prompt of ['a lighthouse in fog', '안개 속의 등대']) {
      const { enhancedPrompt = '' } = analysePrompt(prompt, style) ?? {};
      expect({ enhancedPrompt, named: analysePrompt(enhancedPrompt)?.named.includes('style') }).toMatchObject({ named: true });
    }
  }
  expect(analysePrompt('안개 속의 등대', 'oil-painting')?.enhancedPrompt).toContain('유화');
});

describe('warnings', () => {
  it.each([
    ['a red fox', ['short']],
    ['a red fox!', []],
    [`fox ${'x'.repeat(196)}`, []],
    [`fox ${'x'.repeat(197)}`, ['long']],
    ['빨간 여우 그림', ['short']],
  ])('for %j are %j', (prompt, warnings) => {
    expect(analysePrompt(prompt)?.warnings).toEqual(warnings);
  });

  it('count whole characters, not UTF-16 code units', () => {
    expect(analysePrompt('🦊🦊🦊🦊🦊')).toBeUndefined();
    expect(analysePrompt('🦊🦊🦊🦊🦊🦊')?.warnings).toEqual(['short']);
  });
});

it('suggests improvements beyond the score', () => {
  const kinds = (prompt: string) => analysePrompt(prompt)?.improvements.map(({ kind }) => kind);
  expect(kinds('red fox')).toEqual(['composition', 'setting']);
  expect(kinds('close-up of a red fox in the snow')).toEqual(['mood', 'detail']);
  expect(kinds('눈 속의 붉은여우 클로즈업, 고요한 분위기, 섬세한 털')).toEqual([]);
});

it('offers only phrases that the analysis itself recognises', () => {
  for (const aspect of ASPECTS) {
    for (const phrase of [...ASPECT_PHRASES[aspect].en, ...ASPECT_PHRASES[aspect].ko]) {
      expect({ phrase, named: analysePrompt(`${phrase}, ….`)?.named.includes(aspect) }).toMatchObject({ named: true });
    }
  }
});

it('has templates that cover every aspect', () => {
  for (const category of TEMPLATE_CATEGORIES) {
    for (const template of [...TEMPLATES[category].en, ...TEMPLATES[category].ko]) {
      expect({ template, ...analysePrompt(template) }).toMatchObject({ template, confidence: 100, warnings: [] });
    }
  }
});

it('appends a phrase to a prompt', () => {
  expect(withPhrase('a red fox. ', 'moonlight')).toBe('a red fox, moonlight');
  expect(withPhrase('여우,', '달빛')).toBe('여우, 달빛');
  expect(withPhrase('  ', '달빛')).toBe('달빛');
});

describe('createFinder', () => {
  it.each([
    ['three wolves', 'wolf'],
    ['the CITIES of glass', 'city'],
    ["a dog's life", 'dog'],
    ['a hand-drawn map', 'drawn'],
    ['고양이가 잔다', '고양이'],
    ['밤바다 위', '바다'],
    ['꽃을 든 소녀', '꽃'],
    ['한글'.normalize('NFD'), '한글'],
    ['ｆｏｘ', 'fox'],
  ])('finds in %j: %j', (prompt, term) => {
    expect(createFinder(prompt)(term)).toBeGreaterThanOrEqual(0);
  });

  it.each([
    ['concatenate', 'cat'],
    ['foxes-only', 'ox'],
    ['산책하는 밤나무', '밤'],
    ['용기와 학교', '용'],
  ])('does not find in %j: %j', (prompt, term) => {
    expect(createFinder(prompt)(term)).toBe(-1);
  });
});
