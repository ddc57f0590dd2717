import { describe, expect, it } from 'vitest';
import { loadEmoji } from '../vectors/emoji.ts';
import { createDictionary } from './dictionary.ts';
import { readPrompt } from './read-prompt.ts';
import { revise } from './revise.ts';

const dictionary = createDictionary(loadEmoji());
const summaryOf = ({ items, weathers, place, time, unread }: ReturnType<typeof readPrompt>) => ({
  things: items.map(({ thing }) => thing.en),
  weathers: weathers.map(({ name }) => name),
  setting: [place?.name, time?.name].filter(Boolean),
  unread: unread.map(({ ko }) => ko),
});
const read = (prompt: string) => summaryOf(readPrompt(prompt, dictionary));

describe('a request in Korean', () => {
  it.each([
    ['눈이 오게 해 줘', [], ['snowfall'], []],
    ['밤에 눈이 펑펑 오게 해주세요', [], ['snowfall'], ['night']],
    ['해변에 비가 오게 해 줘', [], ['rain'], ['beach']],
    ['강아지가 있는 해변에 비가 내리게 해 줘', ['dog'], ['rain'], ['beach']],
    ['도시에 비오게 해줘', [], ['rain'], ['city']],
    ['숲에 눈과 비가 오게 해 달라', [], ['snowfall', 'rain'], ['forest']],
    ['고양이를 추가해 줘', ['cat'], [], []],
    ['고양이 두 마리 추가 해 주세요', ['cat'], [], []],
    ['바다에 고래를 넣어 줘', ['whale'], [], ['sea']],
    ['밤으로 바꿔 줘', [], [], ['night']],
    ['밤으로 해', [], [], ['night']],
    ['호수에 달이 뜨게 해 주라', ['moon'], [], ['lake']],
    ['고양이가 있는 방을 밝게 해 줘', ['cat'], [], ['room']],
    ['눈이 왔으면 좋겠어요', [], ['snowfall'], []],
    ['눈이 내리게 만들어 주세요', [], ['snowfall'], []],
    ['튤립 세 줄을 그려 줘', ['tulip'], [], []],
    ['무지개가 보이게 해 줄래요', [], ['rainbow'], []],
  ])('%s draws no sun and leaves nothing out', (prompt, things, weathers, setting) => {
    expect(read(prompt)).toEqual({ things, weathers, setting, unread: [] });
  });

  it('names an action that is not drawn, without the verb of the request', () => {
    expect(read('강아지가 뛰노는 해변에 비가 오게 해 줘')).toEqual({
      things: ['dog'],
      weathers: ['rain'],
      setting: ['beach'],
      unread: ['뛰노는'],
    });
  });

  it('keeps the noun of a verb and reads no crab from an ending', () => {
    expect(read('생일 축하해 줘').things).toEqual([]);
    expect(read('커피를 차게 해 줘').things).not.toContain('crab');
  });

  it('changes the weather of a design and nothing else', () => {
    const brief = readPrompt('밤바다 위의 돛단배', dictionary);
    expect(summaryOf(revise(brief, '눈이 오게 해 줘', dictionary))).toEqual({
      ...summaryOf(brief),
      weathers: ['snowfall'],
    });
  });
});

describe('rain that is not wanted', () => {
  const requests = ['비가 안 오게 해 줘', '비가 오지 않게 해 줘', '비가 그치게 해 줘', '비를 없애 줘'];

  it.each(requests)('ends with %s', (request) => {
    const brief = readPrompt('비 오는 밤바다와 해', dictionary);
    expect(summaryOf(revise(brief, request, dictionary))).toEqual({ ...summaryOf(brief), weathers: [] });
  });

  it.each(['비가 안 오는 밤', '비가 오지 않게 해 줘, 밤', '비가 그친 밤', '밤, 눈과 비가 안 오게 해 줘'])(
    'is not drawn for %s',
    (prompt) => {
      expect(read(prompt)).toEqual({ things: [], weathers: [], setting: ['night'], unread: [] });
    },
  );

  it('leaves rain that is wanted', () => {
    expect(read('비가 계속 오는 밤').weathers).toEqual(['rain']);
    expect(read('집 안에 눈이 오게 해 줘').weathers).toEqual(['snowfall']);
    const brief = readPrompt('비 오는 밤', dictionary);
    expect(summaryOf(revise(brief, '방 안 오리 추가해 줘', dictionary))).toMatchObject({ things: ['duck'], weathers: ['rain'] });
  });
});

it('recolours a thing by an adverb', () => {
  const brief = readPrompt('바다와 고양이', dictionary);
  const [cat] = revise(brief, '고양이를 빨갛게 해 줘', dictionary).items;
  expect(cat?.colour?.term.en).toBe('red');
});

describe('the sun in Korean', () => {
  it.each([
    '해가 뜬 바다',
    '해와 달',
    '밝은 해',
    '빨간 해 그려 줘',
    '바다 위에 해를 넣어 줘',
    '해 하나 추가해 줘',
    '바다 위로 해 뜬 풍경',
    '고양이와 해 주세요',
    '커다란 해 줘',
    '산 위에 해가 있게 해 줘',
  ])('is drawn for %s', (prompt) => {
    const { things, unread } = read(prompt);
    expect(things).toContain('sun');
    expect(unread).toEqual([]);
  });
});
