/** The typefaces that pages of PDF files get, for text on the screen. */
import { ASSET_PATHNAMES } from '../asset-pathnames.gen.ts';
import { fetchEngineFile } from './packed-files.browser.ts';

const FACES = { sans: ['sans', 'gothic'], serif: ['serif', 'myeongjo'] } as const;

const FALLBACKS = { sans: 'sans-serif', serif: 'serif' } as const;

/** Families of a name that no other font of the page has, which is compared without case. */
const nameOf = (face: string): string => `Bakkum PDF ${face}`;

/** CSS `font-family` in which a text looks as it will in the file, once its typefaces are loaded. */
export function familyOf(font: keyof typeof FACES): string {
  return [...FACES[font].map((face) => `"${nameOf(face)}"`), FALLBACKS[font]].join(', ');
}

const asked = new Set<string>();
/** Characters that only the second, Korean typeface has. */
const KOREAN = /[\p{Script=Hangul}\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u;

/** Loads the typefaces of a text. Without a network, the text keeps the typeface of the system. */
export function loadTextFaces(font: keyof typeof FACES, text: string): void {
  const [first, korean] = FACES[font];
  for (const face of KOREAN.test(text) ? [first, korean] : [first]) {
    if (asked.has(face)) continue;
    asked.add(face);
    // A failure is no reason to interrupt: the file gets its own typefaces, or tells why it cannot.
    void load(face).catch(() => asked.delete(face));
  }
}

async function load(face: string): Promise<void> {
  const path = ASSET_PATHNAMES[`pdf-tools/${face}`];
  if (path === undefined) return;
  const response = await fetchEngineFile(path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  const loaded = await new FontFace(nameOf(face), await response.arrayBuffer()).load();
  document.fonts.add(loaded);
}
