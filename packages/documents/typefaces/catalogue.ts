/** Typefaces we serve, by the name an engine's manifest uses. All are under the SIL Open Font License. */
export const FACE_FILES = {
  sans: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  sansItalic: '@expo-google-fonts/noto-sans/400Regular_Italic/NotoSans_400Regular_Italic.ttf',
  sansBold: '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
  sansBoldItalic: '@expo-google-fonts/noto-sans/700Bold_Italic/NotoSans_700Bold_Italic.ttf',
  serif: '@expo-google-fonts/libertinus-serif/400Regular/LibertinusSerif_400Regular.ttf',
  serifItalic: '@expo-google-fonts/libertinus-serif/400Regular_Italic/LibertinusSerif_400Regular_Italic.ttf',
  serifBold: '@expo-google-fonts/libertinus-serif/700Bold/LibertinusSerif_700Bold.ttf',
  serifBoldItalic: '@expo-google-fonts/libertinus-serif/700Bold_Italic/LibertinusSerif_700Bold_Italic.ttf',
  mono: '@expo-google-fonts/noto-sans-mono/400Regular/NotoSansMono_400Regular.ttf',
  monoBold: '@expo-google-fonts/noto-sans-mono/700Bold/NotoSansMono_700Bold.ttf',
  math: '@expo-google-fonts/libertinus-math/400Regular/LibertinusMath_400Regular.ttf',
  gothic: '@expo-google-fonts/nanum-gothic/400Regular/NanumGothic_400Regular.ttf',
  gothicBold: '@expo-google-fonts/nanum-gothic/700Bold/NanumGothic_700Bold.ttf',
  myeongjo: '@expo-google-fonts/nanum-myeongjo/400Regular/NanumMyeongjo_400Regular.ttf',
  myeongjoBold: '@expo-google-fonts/nanum-myeongjo/700Bold/NanumMyeongjo_700Bold.ttf',
  coding: '@expo-google-fonts/nanum-gothic-coding/400Regular/NanumGothicCoding_400Regular.ttf',
  symbols: '@expo-google-fonts/noto-sans-symbols-2/400Regular/NotoSansSymbols2_400Regular.ttf',
  emoji: '@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
  japanese: '@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf',
  chinese: '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  arabic: '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
  hebrew: '@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
  thai: '@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
  devanagari: '@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
} as const;

export type FaceName = keyof typeof FACE_FILES;

const CJK =
  /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u;

/** Scripts that a typeface covers and others lack. Typefaces not listed may cover anything. */
const SCRIPTS: Partial<Readonly<Record<FaceName, RegExp>>> = {
  gothic: CJK,
  myeongjo: CJK,
  coding: CJK,
  japanese: CJK,
  chinese: CJK,
  arabic: /\p{Script=Arabic}/u,
  hebrew: /\p{Script=Hebrew}/u,
  thai: /\p{Script=Thai}/u,
  devanagari: /\p{Script=Devanagari}/u,
};

/**
 * Additional typefaces a text needs, in the order to try for each character. East Asian typefaces contain each other's
 * characters in different shapes, so the typeface whose own script occurs in the text goes first.
 */
export function facesInOrder(first: FaceName, korean: FaceName, text: string): readonly FaceName[] {
  const hanFaces: readonly FaceName[] = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? ['japanese', 'chinese']
    : ['chinese', 'japanese'];
  const eastAsian = /\p{Script=Hangul}/u.test(text) ? [korean, ...hanFaces] : [...hanFaces, korean];
  return [first, ...eastAsian, 'symbols', 'emoji', 'sans', 'mono', 'arabic', 'hebrew', 'thai', 'devanagari'];
}

/** Whether a typeface is worth loading for a character. */
export function mayHave(face: FaceName, character: string): boolean {
  return SCRIPTS[face]?.test(character) ?? true;
}
