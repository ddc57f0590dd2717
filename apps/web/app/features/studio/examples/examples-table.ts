/** Example prompts of the design studio with images drawn at build time. Data only. */
export type Example = {
  readonly id: string;
  readonly en: string;
  readonly ko: string;
  readonly seed: number;
};

export const EXAMPLES: readonly Example[] = [
  { id: 'scene', en: 'three cats under a tree at night', ko: '나무 아래 고양이 세 마리, 밤', seed: 1 },
  { id: 'poster', en: 'poster “Jazz Night” with a saxophone and the moon', ko: '‘재즈의 밤’ 포스터, 색소폰과 달', seed: 3 },
  { id: 'pattern', en: 'seamless pattern of lemons and leaves', ko: '레몬과 나뭇잎 패턴', seed: 2 },
  { id: 'logo', en: 'logo for a coffee shop “Bean There”', ko: '커피숍 로고 ‘콩과 잔’', seed: 1 },
  {
    id: 'chart',
    en: 'bar chart of monthly sales: Jan 120, Feb 180, Mar 90, Apr 210',
    ko: '월별 매출 막대그래프: 1월 120, 2월 180, 3월 90, 4월 210',
    seed: 4,
  },
  { id: 'wallpaper', en: 'mesh gradient wallpaper, purple and coral', ko: '보라색과 산호색 그라데이션 배경화면', seed: 5 },
];

/** Pixels of each side. */
export const EXAMPLE_SIDE = 512;

export const stillOf = ({ id }: Example, locale: 'en' | 'ko'): string => `${id}-${locale}`;
