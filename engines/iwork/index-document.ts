import { childOf, descendantsOf, parseXml, type XmlElement } from '@bakkum/markup/xml';
import { cleaned, levelOf, type Paragraph } from './paragraph.ts';

/**
 * Reads the text of a document of Pages or Keynote '08 or '09, a single XML file: body, text boxes and notes of documents in order, and
 * the text boxes of slides without the notes of the speaker.
 */
export function paragraphsOfIndex(source: string): readonly Paragraph[] {
  const root = parseXml(source);
  const styles = styleNames(root);
  const slides = [...descendantsOf(root, 'slide')];
  const left = slides.length > 0 ? /header|footer|note/ : /header|footer/;
  // Slides of a template are other elements.
  const storages = (slides.length > 0 ? slides : [root])
    .flatMap((part) => [...descendantsOf(part, 'text-storage')])
    .filter(({ attributes }) => !left.test(attributes['sf:kind'] ?? ''));
  return storages.flatMap((storage) => {
    const body = childOf(storage, 'text-body');
    return body ? [...descendantsOf(body, 'p')].flatMap((paragraph) => paragraphOf(paragraph, styles)) : [];
  });
}

function styleNames(root: XmlElement): ReadonlyMap<string, string> {
  return new Map(
    [...descendantsOf(root, 'paragraphstyle')].flatMap(({ attributes }) => {
      const names = [attributes['sf:ident'], attributes['sfa:ID']].filter((name) => name !== undefined);
      return names.map((name) => [name, attributes['sf:name'] ?? ''] as const);
    }),
  );
}

function paragraphOf(paragraph: XmlElement, styles: ReadonlyMap<string, string>): readonly Paragraph[] {
  const text = cleaned(wordsOf(paragraph)).replace(/(?<!\n)\n+$/, '');
  const level = levelOf(styles.get(paragraph.attributes['sf:style'] ?? '') ?? '');
  return text.trim() === '' ? [] : [{ level, text }];
}

/** Notes have their own storages; attachment anchors are not text. */
function wordsOf(element: XmlElement): string {
  return element.children
    .map((child) => {
      if (typeof child === 'string') return child.replaceAll(/[\r\n]+/g, '');
      if (child.name === 'tab') return '\t';
      if (child.name === 'lnbr' || child.name === 'br') return '\n';
      return child.name === 'attachment-ref' || child.name === 'footnote' ? '' : wordsOf(child);
    })
    .join('');
}
