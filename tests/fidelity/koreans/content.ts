/** Names of typefaces common in Korean documents, none of which may be distributed: this tests their substitutes. */
export const FACES = [
  ...['맑은 고딕', 'Malgun Gothic', '바탕', 'Batang', '굴림', '돋움', '궁서', '함초롬바탕', '함초롬돋움', '나눔고딕', '휴먼명조'],
  ...['HY헤드라인M', 'Noto Sans KR', '아무도 없는 글꼴'],
] as const;

export const HEADING = '2026년 3분기 사업 보고서';

/** Text in every typeface: syllables with rare finals, Hanja, single letters, symbols, full-width forms, and Latin in between. */
export const SENTENCE =
  '다람쥐 헌 쳇바퀴에 타고파. 뷁쉛퐗 값있는 닭, 넓고 밝은 大韓民國 學校와 ㈜바꿈 33㎡·5㎏·25℃ ㄱㄴㄷ ㅏㅑ ①⑮ ㉠㉮ № ※ 「책」 《글》 １２３ＡＢＣ Office 2026';

export const TABLE: readonly (readonly string[])[] = [
  ['구분', '항목', '금액(원)', '비고'],
  ['매출', '국내 판매', '1,234,567,890', '전년보다 12% 늘었어요'],
  ['매출', '해외 수출', '987,654,321', '환율 1,350원 기준'],
  ['비용', '인건비와 임차료', '△456,000,000', '㉠ 참조, 붙임 表'],
];

export const VERTICAL = '세로쓰기 文章은 위에서 아래로, 「오른쪽」에서 왼쪽으로 나아가요…';

/**
 * Returns the Korean letters and Hanja in sorted order, which no layout may change. Single letters are the compatibility letters
 * of a keyboard, as conjoining ones would join their neighbours.
 */
export function koreanLetters(text: string): string {
  return [...text]
    .flatMap((letter) => [...letter.normalize('NFKC')])
    .map((letter) => KEYBOARD_LETTER.get(letter) ?? letter)
    .filter((letter) => /[\p{Script=Hangul}\p{Script=Han}]/u.test(letter))
    .sort()
    .join('');
}

/** Maps conjoining letters, which NFKC makes of the keyboard's ㄱ … ㅣ (U+3131 … U+3163), back to those. */
const KEYBOARD_LETTER: ReadonlyMap<string, string> = new Map(
  Array.from({ length: 0x3164 - 0x3131 }, (_, index) => String.fromCodePoint(0x3131 + index)).map((letter) => [
    letter.normalize('NFKC'),
    letter,
  ]),
);
