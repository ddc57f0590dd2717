import { describe, expect, it } from 'vitest';
import { pageFile } from './page-files.ts';
import { type Surroundings, safePage } from './safe-page.ts';
import { readSource } from './source.ts';

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

function beside(files: Readonly<Record<string, string>>): Surroundings {
  const blobs = new Map(
    Object.entries(files).map(([name, text]) => [
      name,
      pageFile(bytesOf(text), name.endsWith('.css') ? 'text/css' : 'image/svg+xml'),
    ]),
  );
  return {
    name: 'page',
    file(name) {
      const blob = blobs.get(name);
      return blob && { name, blob };
    },
    link: () => undefined,
  };
}

const drawing = (content: string): string => `<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`;
const copies = (target: number): string => `<use href="#level${target}"/>`.repeat(10);
const BLUR = '<filter id="f" x="-10" y="-10" width="20" height="20"><feGaussianBlur stdDeviation="90"/></filter>';
const levels = Array.from({ length: 10 }, (_, level) => `<g id="level${level + 1}">${copies(level)}</g>`).join('');
const LETTERS = `<defs><path id="letter" d="M0 0h1"/></defs><g id="figure">${'<use href="#letter"/>'.repeat(300)}</g>`;

describe('drawings of a page', () => {
  it.each([
    ['copies of copies', drawing(`<path id="level0" d="M0 0h1"/>${levels}`)],
    ['copies with a prefix', drawing(`<path id="level0"/>${levels}`).replaceAll('<use', '<s:use')],
    ['a copy of itself', drawing('<g id="a"><use href="#a"/></g>')],
    ['copies in an entity', `<!DOCTYPE svg [<!ENTITY u "<use href='#a'/>">]>${drawing('&u;')}`],
    ['a copy whose address changes', drawing('<use><set attributeName="href" to="#a"/></use>')],
    ['a drawing inside', drawing('<image href="data:image/svg+xml,x"/>')],
    ['a damaged drawing with copies', drawing('<use href="#a">')],
    ['turbulence of many octaves', drawing('<filter id="f"><feTurbulence numOctaves="10000"/></filter><rect filter="url(#f)"/>')],
    ['blurs of many elements', drawing(`${BLUR}${'<rect filter="url(#f)"/>'.repeat(5000)}`)],
    ['blurs of a style', drawing(`<style>rect { filter: blur(50px) }</style>${'<rect/>'.repeat(5000)}`)],
  ])('are left out with %s, and counted', (_, svg) => {
    const inside = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    const page = `<img src="a.svg"><img src="${inside}"><p style="background: url(a.svg)">x</p>`;
    expect(safePage(page, beside({ 'a.svg': svg }))).toMatchObject({ images: {}, lostImages: 3 });
  });

  it('are kept with copies of letters in a named group', () => {
    const { images, lostImages } = safePage('<img src="a.svg">', beside({ 'a.svg': drawing(LETTERS) }));
    expect([Object.keys(images), lostImages]).toEqual([['image-0'], 0]);
  });
});

it('keeps a drawing with an ordinary shadow', () => {
  const shadow = drawing(`${BLUR}<rect filter="url(#f)"/>`);
  expect(safePage('<img src="a.svg">', beside({ 'a.svg': shadow }))).toMatchObject({ lostImages: 0 });
});

it('drops names that would hide properties of the document', () => {
  const { html } = safePage('<img name="body"><a name="place">x</a><svg name="fonts"></svg>', beside({}));
  expect(html).toBe('<img><a name="place">x</a><svg></svg>');
});

describe('style sheets that import others', () => {
  const page = '<link rel="stylesheet" href="0.css">';

  it('are read once if they import themselves', () => {
    const { styles } = safePage(page, beside({ '0.css': `${'@import "0.css";'.repeat(20)} p { color: red }` }));
    expect(styles.at(-1)?.match(/color: red/g)).toHaveLength(1);
  });

  it('are refused if they import thousands', () => {
    const all = Array.from({ length: 20 }, (_, index) => `@import "${index}.css";`).join('');
    const files = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${index}.css`, all]));
    expect(() => safePage(page, beside(files))).toThrow(expect.objectContaining({ code: 'unsupported-feature' }));
  });
});

it.each(['html', 'mhtml'])('refuses %s of more than 50 MB', (from) => {
  expect(() => readSource(new Uint8Array(50_000_001), from)).toThrow(expect.objectContaining({ code: 'too-large' }));
});
