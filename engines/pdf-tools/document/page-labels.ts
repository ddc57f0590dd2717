import { PDFDict, type PDFDocument, PDFNumber, type PDFObject } from '@cantoo/pdf-lib';
import { numbersIn, numberTree } from './name-tree.ts';
import { dictOf, name, numberOf } from './objects.ts';

/** The label of one page, such as `iv` or `A-3`: a label dictionary (ISO 32000-1, table 159) that starts at this page. */
export type PageLabel = PDFDict;

/** The label of each page; `undefined` if the document has none. */
export function readPageLabels(
  { catalog, context }: PDFDocument,
  pageCount: number,
): readonly (PageLabel | undefined)[] | undefined {
  const ranges = numbersIn(dictOf(catalog, 'PageLabels'), context)
    .flatMap(([start, value]) => {
      const dict = context.lookup(value);
      return dict instanceof PDFDict ? [{ start, dict }] : [];
    })
    .toSorted((one, other) => one.start - other.start);
  if (ranges.length === 0) return undefined;
  let next = 0;
  return Array.from({ length: pageCount }, (_, index) => {
    while ((ranges[next]?.start ?? Number.POSITIVE_INFINITY) <= index) next += 1;
    const range = ranges[next - 1];
    return range && labelAt(range.dict, index - range.start);
  });
}

function labelAt(range: PDFDict, steps: number): PageLabel {
  const label = range.clone();
  if (label.has(name('S'))) label.set(name('St'), PDFNumber.of((numberOf(range, 'St') ?? 1) + steps));
  return label;
}

/** Writes a label for each page; pages without one are labeled with their page number. */
export function writePageLabels({ catalog, context }: PDFDocument, labels: readonly (PageLabel | undefined)[]): void {
  if (labels.every((label) => label === undefined)) {
    catalog.delete(name('PageLabels'));
    return;
  }
  const entries = new Map<number, PDFObject>();
  for (const [index, label] of labels.entries()) {
    if (label && follows(labels[index - 1], label)) continue;
    entries.set(index, label ?? context.obj({ S: 'D', St: index + 1 }));
  }
  catalog.set(name('PageLabels'), numberTree(entries, context));
}

function follows(before: PageLabel | undefined, label: PageLabel): boolean {
  if (!before) return false;
  const same = ['S', 'P'].every((key) => String(before.lookup(name(key))) === String(label.lookup(name(key))));
  return same && label.has(name('S')) && numberOf(label, 'St') === (numberOf(before, 'St') ?? 1) + 1;
}
