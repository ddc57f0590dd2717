import type { WrittenPage } from './navigation.ts';
import type { PdfFile } from './pdf-file.ts';

/** A standard structure type (ISO 32000-1, 14.8.4). */
type StructureType = 'P' | 'H1' | 'H2' | 'H3' | 'H4' | 'H5' | 'H6' | 'Table' | 'TR' | 'TD';

/** A step into the structure of a document; the name distinguishes an element from its siblings. */
export type StructureStep = { readonly type: StructureType; readonly name: string };

/** The way to an element, from the outermost one. */
export type StructurePath = readonly StructureStep[];

/** An area of a page, in CSS pixels from the top left, and the element that its text belongs to. */
export type TextArea = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly path: StructurePath;
  /** Whether a space follows the text, which is not drawn at the end of a line. */
  readonly endsInSpace?: boolean;
};

/** The structure of a document, which screen readers follow. */
type Structure = {
  /** Adds content of a page to an element. Returns its number on the page. */
  mark(path: StructurePath, page: number): number;
  /** Entries of a page's dictionary. */
  pageEntries(page: number): string;
  /** Writes the elements. Returns entries of the catalog; none without elements. */
  write(pdf: PdfFile, pages: readonly WrittenPage[]): string;
};

type Content = { readonly page: number; readonly mark: number };
type Element = { readonly type: string; readonly named: Map<string, Element>; readonly inside: (Element | Content)[] };

const elementOf = (type: string): Element => ({ type, named: new Map(), inside: [] });

export function createStructure(): Structure {
  const document = elementOf('Document');
  const counts = new Map<number, number>();
  return {
    mark(path, page) {
      let element = document;
      for (const { type, name } of path) element = within(element, type, name);
      const mark = counts.get(page) ?? 0;
      counts.set(page, mark + 1);
      element.inside.push({ page, mark });
      return mark;
    },
    pageEntries: (page) => (counts.has(page) ? ` /StructParents ${page} /Tabs /S` : ''),
    write(pdf, pages) {
      if (counts.size === 0) return '';
      const root = pdf.reserve();
      const owners = new Map<number, string[]>();
      const top = writeElement(pdf, pages, document, root, owners);
      const lists = [...owners].sort(([a], [b]) => a - b).map(([page, list]) => `${page} [${list.join(' ')}]`);
      const parents = pdf.object(`<< /Nums [${lists.join(' ')}] >>`);
      pdf.object(`<< /Type /StructTreeRoot /K ${top} 0 R /ParentTree ${parents} 0 R /ParentTreeNextKey ${pages.length} >>`, root);
      return ` /MarkInfo << /Marked true >> /StructTreeRoot ${root} 0 R`;
    },
  };
}

function within(parent: Element, type: string, name: string): Element {
  const key = `${type} ${name}`;
  const present = parent.named.get(key);
  if (present) return present;
  const element = elementOf(type);
  parent.named.set(key, element);
  parent.inside.push(element);
  return element;
}

/** @param owners for each page, the element of each marked content (ISO 32000-1, 14.7.4.4) */
function writeElement(
  pdf: PdfFile,
  pages: readonly WrittenPage[],
  { type, inside }: Element,
  parent: number,
  owners: Map<number, string[]>,
): number {
  const number = pdf.reserve();
  const kids = inside.map((kid) => {
    if ('type' in kid) return `${writeElement(pdf, pages, kid, number, owners)} 0 R`;
    const list = owners.get(kid.page) ?? [];
    list[kid.mark] = `${number} 0 R`;
    owners.set(kid.page, list);
    return `<< /Type /MCR /Pg ${pages[kid.page]?.number ?? 0} 0 R /MCID ${kid.mark} >>`;
  });
  return pdf.object(`<< /Type /StructElem /S /${type} /P ${parent} 0 R /K [${kids.join(' ')}] >>`, number);
}
