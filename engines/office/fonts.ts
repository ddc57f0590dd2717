import { LATIN_ALIASES, type LatinFamily } from '@bakkum/document-typefaces/aliases';

export const FONT_FOLDER = '/instdir/share/fonts/truetype';
export const FONTCONFIG_FOLDER = '/instdir/share/fontconfig/conf.d';

/** The program's own files of a family. */
const OWN_FAMILIES: Partial<Readonly<Record<LatinFamily, string>>> = {
  Arimo: 'Liberation Sans',
  Tinos: 'Liberation Serif',
  Cousine: 'Liberation Mono',
};

function latinFonts(): Readonly<Record<string, readonly string[]>> {
  const families = Object.keys(LATIN_ALIASES) as LatinFamily[];
  return Object.fromEntries(
    families.map((family) => {
      const own = OWN_FAMILIES[family] ?? family;
      return [own, LATIN_ALIASES[family].filter((name) => name !== own)];
    }),
  );
}

/**
 * Replacements for typefaces that documents name. Korean ones: sans serif for gothics, serif for Myeongjo and brush faces;
 * otherwise all Hangul would use whichever face comes first. Those of old OpenOffice: the program measures them with one face and
 * draws them with another, so the characters drift apart.
 */
const SUBSTITUTE_FONTS: Readonly<Record<string, readonly string[]>> = {
  ...latinFonts(),
  'Noto Sans KR': ['Noto Sans CJK KR', 'Source Han Sans KR', 'Source Han Sans K', '본고딕'],
  'Noto Sans SC': [
    ...[
      'SimSun',
      '宋体',
      'NSimSun',
      '新宋体',
      'SimHei',
      '黑体',
      'Microsoft YaHei',
      '微软雅黑',
      'KaiTi',
      '楷体',
      'FangSong',
      '仿宋',
      'DengXian',
      '等线',
    ],
    ...[
      'PMingLiU',
      '新細明體',
      'MingLiU',
      '細明體',
      'Microsoft JhengHei',
      '微軟正黑體',
      'DFKai-SB',
      '標楷體',
      'PingFang SC',
      'STSong',
      '华文宋体',
    ],
    ...['Noto Sans CJK SC', 'Source Han Sans SC', 'Source Han Sans CN', '思源黑体'],
  ],
  'Noto Sans JP': [
    ...[
      'MS Mincho',
      'ＭＳ 明朝',
      'MS PMincho',
      'ＭＳ Ｐ明朝',
      'MS Gothic',
      'ＭＳ ゴシック',
      'MS PGothic',
      'ＭＳ Ｐゴシック',
      'Meiryo',
      'メイリオ',
    ],
    ...[
      'Yu Gothic',
      '游ゴシック',
      'Yu Mincho',
      '游明朝',
      'Hiragino Sans',
      'Hiragino Mincho ProN',
      'Noto Sans CJK JP',
      'IPAGothic',
      'IPAMincho',
    ],
  ],
  'Noto Emoji': ['Segoe UI Emoji', 'Apple Color Emoji', 'Noto Color Emoji'],
  'Noto Sans Thai': [
    'Angsana New',
    'AngsanaUPC',
    'Cordia New',
    'CordiaUPC',
    'Browallia New',
    'TH Sarabun New',
    'Tahoma Thai',
    'Leelawadee UI',
    'Leelawadee',
  ],
  'Noto Sans Devanagari': ['Mangal', 'Nirmala UI', 'Kokila', 'Aparajita', 'Lohit Devanagari'],
  NanumGothic: [
    ...['Malgun Gothic', '맑은 고딕', 'Gulim', '굴림', 'GulimChe', '굴림체', 'Dotum', '돋움', 'DotumChe', '돋움체'],
    ...['HCR Dotum', '함초롬돋움', '함초롬돋움 확장', '한컴돋움', 'HY중고딕', 'HYGothic-Medium', 'HYGothic-Extra', 'HY견고딕'],
    ...[
      'HY헤드라인M',
      'HYHeadLine-Medium',
      'Headline R',
      '휴먼고딕',
      '나눔고딕',
      'Nanum Gothic',
      'NanumBarunGothic',
      '나눔바른고딕',
    ],
    ...['NanumSquare', '나눔스퀘어', 'Spoqa Han Sans', 'Pretendard'],
    ...[
      'Apple SD Gothic Neo',
      'AppleGothic',
      'KoPubDotum',
      'KoPub돋움체',
      '새굴림',
      'New Gulim',
      'UnDotum',
      '은 돋움',
      'Baekmuk Dotum',
    ],
  ],
  NanumMyeongjo: [
    ...[
      'Batang',
      '바탕',
      'BatangChe',
      '바탕체',
      'Gungsuh',
      '궁서',
      'GungsuhChe',
      '궁서체',
      'HCR Batang',
      '함초롬바탕',
      '함초롬바탕 확장',
    ],
    ...[
      '한컴바탕',
      'HY신명조',
      'HYSinMyeongJo-Medium',
      'HY견명조',
      'HYMyeongJo-Extra',
      '휴먼명조',
      '신명조',
      '명조',
      '나눔명조',
      'Nanum Myeongjo',
    ],
    ...[
      'Noto Serif KR',
      'Noto Serif CJK KR',
      'Source Han Serif KR',
      'AppleMyungjo',
      'KoPubBatang',
      'KoPub바탕체',
      'UnBatang',
      '은 바탕',
    ],
  ],
};

/** Fontconfig rules (fonts.conf(5)): each replacement is tried directly after the requested name. */
export const FONT_ALIASES = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
${Object.entries(SUBSTITUTE_FONTS)
  .flatMap(([face, names]) => names.map((name) => aliasOf(name, face)))
  .join('\n')}
</fontconfig>
`;

function aliasOf(name: string, face: string): string {
  return `<alias binding="same"><family>${name}</family><accept><family>${face}</family></accept></alias>`;
}
