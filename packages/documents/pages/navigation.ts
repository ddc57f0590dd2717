import { hexOf, type PdfFile, real, textString } from './pdf-file.ts';

/** A position on a page, counted from 0; `y` in CSS pixels from the top. */
export type PagePlace = { readonly page: number; readonly y: number };

/** An area of a page, in CSS pixels from the top left, that leads to an address or a place. */
export type PageLink = {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly target: string | PagePlace;
};

/** A bookmark; level 1 is the outermost. */
export type OutlineEntry = PagePlace & { readonly title: string; readonly level: number };

export type Navigation = {
  readonly links?: readonly PageLink[];
  readonly outline?: readonly OutlineEntry[];
  /** BCP 47. */
  readonly language?: string;
};

/** Number of a page's object, and its height in points. */
export type WrittenPage = { readonly number: number; readonly height: number };

const POINTS = 72 / 96;

function destination(pages: readonly WrittenPage[], { page, y }: PagePlace): string | undefined {
  const found = pages[page];
  return found && `[${found.number} 0 R /XYZ null ${real(found.height - y * POINTS)} null]`;
}

/** Writes the links of each page. Returns the entries of the pages that have some. */
export function writeLinks(pdf: PdfFile, pages: readonly WrittenPage[], links: readonly PageLink[]): ReadonlyMap<number, string> {
  const written = new Map<number, string[]>();
  for (const link of links) {
    const page = pages[link.page];
    const action = actionOf(pages, link);
    if (!page || action === undefined) continue;
    const [left, right] = [link.x * POINTS, (link.x + link.width) * POINTS];
    const [top, bottom] = [page.height - link.y * POINTS, page.height - (link.y + link.height) * POINTS];
    const box = [left, bottom, right, top].map(real).join(' ');
    const number = pdf.object(`<< /Type /Annot /Subtype /Link /Border [0 0 0] /F 4 /Rect [${box}] ${action} >>`);
    written.set(link.page, [...(written.get(link.page) ?? []), `${number} 0 R`]);
  }
  return new Map([...written].map(([page, references]) => [page, ` /Annots [${references.join(' ')}]`]));
}

function actionOf(pages: readonly WrittenPage[], { target }: PageLink): string | undefined {
  if (typeof target !== 'string') {
    const place = destination(pages, target);
    return place === undefined ? undefined : `/Dest ${place}`;
  }
  return `/A << /S /URI /URI <${asciiHex(target)}> >>`;
}

/** Addresses are ASCII (ISO 32000-1, 12.6.4.7). */
function asciiHex(address: string): string {
  const ascii = address.replaceAll(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character));
  return Array.from(ascii, (character) => hexOf(character).slice(2)).join('');
}

type Branch = { readonly entry: OutlineEntry; readonly number: number; readonly inside: Branch[] };

/** Writes bookmarks (ISO 32000-1, 12.3.3). Returns the entry of the catalog. */
export function writeOutline(pdf: PdfFile, pages: readonly WrittenPage[], entries: readonly OutlineEntry[]): string {
  if (entries.length === 0) return '';
  const roots: Branch[] = [];
  const open: Branch[] = [];
  for (const entry of entries) {
    while (open.length > 0 && (open.at(-1)?.entry.level ?? 0) >= entry.level) open.pop();
    const branch = { entry, number: pdf.reserve(), inside: [] };
    (open.at(-1)?.inside ?? roots).push(branch);
    open.push(branch);
  }
  const root = pdf.reserve();
  writeBranches(pdf, pages, roots, root);
  pdf.object(`<< /Type /Outlines ${endsOf(roots)} /Count ${roots.length} >>`, root);
  return ` /Outlines ${root} 0 R /PageMode /UseOutlines`;
}

const endsOf = (branches: readonly Branch[]): string =>
  `/First ${branches[0]?.number ?? 0} 0 R /Last ${branches.at(-1)?.number ?? 0} 0 R`;

function writeBranches(pdf: PdfFile, pages: readonly WrittenPage[], branches: readonly Branch[], parent: number): void {
  for (const [index, { entry, number, inside }] of branches.entries()) {
    const place = destination(pages, entry);
    const [before, after] = [branches[index - 1], branches[index + 1]];
    const parts = [
      `/Title ${textString(entry.title)} /Parent ${parent} 0 R`,
      place === undefined ? '' : `/Dest ${place}`,
      before ? `/Prev ${before.number} 0 R` : '',
      after ? `/Next ${after.number} 0 R` : '',
      // Closed, so that a long book opens with its chapters alone.
      inside.length > 0 ? `${endsOf(inside)} /Count -${inside.length}` : '',
    ];
    pdf.object(`<< ${parts.filter((part) => part !== '').join(' ')} >>`, number);
    writeBranches(pdf, pages, inside, number);
  }
}
