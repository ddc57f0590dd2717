import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dropContextualForms } from '@bakkum/document-typefaces/contextual-forms';
import { type FontFile, readFont } from '@bakkum/document-typefaces/font-file';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);

/** Typefaces with Latin and Hangul. */
const FILES = {
  sans: { family: 'Pretendard', weight: 400, file: 'pretendard/dist/public/static/Pretendard-Regular.otf' },
  bold: { family: 'Pretendard', weight: 700, file: 'pretendard/dist/public/static/Pretendard-Bold.otf' },
  serif: {
    family: 'NanumMyeongjo',
    weight: 700,
    file: '@expo-google-fonts/nanum-myeongjo/700Bold/NanumMyeongjo_700Bold.ttf',
  },
} as const;
export type Face = keyof typeof FILES;
const FACES: readonly Face[] = ['sans', 'bold', 'serif'];

export type Fonts = {
  /** Width of a text in em. */
  measure(text: string, face: Face): number;
  /** Whether every typeface has the character. */
  covers(character: string): boolean;
  /** The files, for a renderer. */
  readonly files: readonly Uint8Array[];
  /** CSS that embeds the characters of a drawing, so that it looks the same on every device. */
  embed(markup: string): Promise<string>;
};

export const familyOf = (face: Face): string => FILES[face].family;
export const weightOf = (face: Face): number => FILES[face].weight;

export async function loadFonts(): Promise<Fonts> {
  const files = await Promise.all(FACES.map(async (face) => new Uint8Array(await readFile(require.resolve(FILES[face].file)))));
  const fonts = new Map<Face, FontFile>(FACES.map((face, at) => [face, readFont(files[at] ?? new Uint8Array())]));
  for (const font of fonts.values()) dropContextualForms(font);
  const glyphOf = (font: FontFile, character: string): number => font.glyphOf(character.codePointAt(0) ?? 0);
  return {
    files,
    measure(text, face) {
      const font = fonts.get(face);
      if (!font) return 0;
      return [...text].reduce((sum, character) => sum + font.widthOf(glyphOf(font, character)), 0) / font.unitsPerEm;
    },
    covers: (character) => [...fonts.values()].every((font) => glyphOf(font, character) !== 0),
    async embed(markup) {
      const rules = await Promise.all(FACES.map((face, at) => ruleFor(face, files[at] ?? new Uint8Array(), markup)));
      return rules.join('');
    },
  };
}

async function ruleFor(face: Face, file: Uint8Array, markup: string): Promise<string> {
  const { family, weight } = FILES[face];
  const texts = [...markup.matchAll(/<text([^>]*)>(.*?)<\/text>/gs)];
  const own = texts.filter(([, attributes = '']) => attributes.includes(`"${family}`) && attributes.includes(`"${weight}"`));
  const characters = own.flatMap(([, , text = '']) => text.split('<').map((part) => part.slice(part.indexOf('>') + 1))).join('');
  if (characters === '') return '';
  const subset = await subsetFont(Buffer.from(file), `${characters}&<>`, { targetFormat: 'woff2' });
  const data = subset.toString('base64');
  return `@font-face{font-family:"${family}";font-weight:${weight};src:url(data:font/woff2;base64,${data}) format("woff2")}`;
}
