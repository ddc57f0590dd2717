import type { OptionValues } from '@bakkum/conversion/options';
import type { FaceName } from '@bakkum/document-typefaces/catalogue';
import { pageRequestOf } from '@bakkum/document-typesetting/page-options';

/** Family names as stored in the font files. */
const FAMILIES: Partial<Readonly<Record<FaceName, string>>> = {
  sans: 'Noto Sans',
  serif: 'Libertinus Serif',
  mono: 'Noto Sans Mono',
  math: 'Libertinus Math',
  gothic: 'NanumGothic',
  myeongjo: 'NanumMyeongjo',
  coding: 'NanumGothicCoding',
  symbols: 'Noto Sans Symbols 2',
  emoji: 'Noto Emoji',
  japanese: 'Noto Sans JP',
  chinese: 'Noto Sans SC',
  arabic: 'Noto Sans Arabic',
  hebrew: 'Noto Sans Hebrew',
  thai: 'Noto Sans Thai',
  devanagari: 'Noto Sans Devanagari',
};

const FACE_BY_FAMILY = new Map(Object.entries(FAMILIES).map(([face, family]) => [family.toLowerCase(), face as FaceName]));

/** Returns the bundled face of this family, if there is one. */
export function faceOfFamily(family: string): FaceName | undefined {
  return FACE_BY_FAMILY.get(family.toLowerCase());
}

/** Returns the typefaces a document selects: `font: "One"`, `font: ("One", "Two")`. */
export function familiesNamedIn(markup: string): readonly string[] {
  const choices = markup.matchAll(/\bfont:\s*(\([^()]*\)|"[^"]*")/g);
  return [...choices].flatMap(([, choice = '']) => [...choice.matchAll(/"([^"]+)"/g)].map(([, family = '']) => family));
}

/** Returns the bundled faces a drawing names. */
export function facesOfDrawing(source: string): readonly FaceName[] {
  return [...FACE_BY_FAMILY].flatMap(([family, face]) => (source.toLowerCase().includes(family) ? [face] : []));
}

/** Default typefaces and language, which a document may override. `special` are the faces for code and formulas. */
export function typefaceRules(faces: readonly FaceName[], special: readonly FaceName[], text: string): string {
  const forCode = special.filter((face) => face === 'mono' || face === 'coding');
  return [
    `#set text(font: ${listOf(faces)}, lang: "${languageOf(text)}")`,
    `#show math.equation: set text(font: ${listOf(['math', ...faces])})`,
    `#show raw: set text(font: ${listOf([...forCode, ...faces])})`,
  ].join('\n');
}

function listOf(faces: readonly FaceName[]): string {
  return `(${[...new Set(faces)].map((face) => `"${FAMILIES[face] ?? ''}",`).join('')})`;
}

/** Determines quotation marks, the title of the table of contents and line breaking. */
function languageOf(text: string): string {
  if (/\p{Script=Hangul}/u.test(text)) return 'ko';
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';
  return /\p{Script=Han}/u.test(text) ? 'zh' : 'en';
}

/** Style of a document without its own: page, sizes, code, tables, links. */
export function pageRules(options: OptionValues, pictures: readonly string[]): string {
  const { paper, isLandscape, fontSize, margin, pageNumbers } = pageRequestOf(options);
  return `
#set page(paper: "${paper.typst}", flipped: ${isLandscape}, margin: ${margin}mm, numbering: ${pageNumbers ? '"1"' : 'none'})
#set text(size: ${fontSize}pt)
#set par(leading: 0.8em, spacing: 1.3em)
#set table(inset: 6pt, stroke: 0.5pt + luma(170))
#show figure.where(kind: table): set block(breakable: true)
#show table: set align(start)
#show emph: it => { show regex("\\p{Hangul}"): letter => box(skew(ax: -12deg, letter)); it }
#show heading: set block(above: 1.6em, below: 0.9em)
#show raw.where(block: true): it => block(fill: luma(245), inset: 8pt, radius: 3pt, width: 100%, it)
#show regex("[!-~]{60}"): part => part + box()
#show link: set text(fill: rgb("#0b57d0"))
${tolerance(pictures)}
`;
}

/** Replaces images that are not part of the upload with their alternative text. */
export const ABSENT_PICTURES = `#let image(source, ..rest) = if type(source) == bytes { std.image(source, ..rest) } else { rest.named().at("alt", default: "") }`;

/** Makes missing references non-fatal: images are dropped, and links keep their text. */
function tolerance(pictures: readonly string[]): string {
  return `#let carried = (${pictures.map((picture) => `${JSON.stringify(picture)},`).join('')})
#let image(source, ..rest) = if source in carried { std.image(source, ..rest) } else { rest.named().at("alt", default: "") }
#let link(target, ..body) = if type(target) == label {
  context { let found = query(target); if found.len() > 0 { std.link(found.first().location(), ..body) } else { body.pos().first() } }
} else if target == "" { body.pos().first() } else { std.link(target, ..body) }
#show ref: it => context { let found = query(it.target); if found.len() > 0 { std.link(found.first().location(), str(it.target)) } else { str(it.target) } }
#show cite: it => [[#str(it.key)]]`;
}
