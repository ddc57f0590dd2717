import { type PDFDict, type PDFDocument } from '@cantoo/pdf-lib';
import { arrayAt, arrayOf, dictAt, dictOf, name } from './objects.ts';

/** Adds the layers (optional content, ISO 32000-1, 8.11) of other catalogs to those of the document, shown or hidden as before. */
export function mergeLayers({ catalog }: PDFDocument, others: readonly PDFDict[]): void {
  for (const other of others) {
    const layers = dictOf(other, 'OCProperties');
    if (!layers) continue;
    const own = dictOf(catalog, 'OCProperties');
    if (!own) {
      catalog.set(name('OCProperties'), layers);
      continue;
    }
    append(own, layers, 'OCGs');
    const [shown, added] = [dictAt(own, 'D'), dictOf(layers, 'D')];
    for (const key of ['ON', 'OFF', 'Order', 'Locked', 'RBGroups', 'AS']) if (added) append(shown, added, key);
  }
}

function append(to: PDFDict, from: PDFDict, key: string): void {
  for (const entry of arrayOf(from, key)?.asArray() ?? []) arrayAt(to, key).push(entry);
}
