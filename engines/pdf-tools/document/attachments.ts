import type { PDFDict, PDFDocument, PDFObject } from '@cantoo/pdf-lib';
import { namesIn, nameTree } from './name-tree.ts';
import { arrayAt, arrayOf, dictAt, dictOf, name } from './objects.ts';
import { UniqueNames } from './unique-names.ts';

/** Adds the attachments of other catalogs to the document. If a name is taken, a number is added. */
export function mergeAttachments({ catalog, context }: PDFDocument, others: readonly PDFDict[]): void {
  const added = others.flatMap((other) => namesIn(dictOf(dictOf(other, 'Names'), 'EmbeddedFiles'), context));
  for (const other of others) for (const file of arrayOf(other, 'AF')?.asArray() ?? []) arrayAt(catalog, 'AF').push(file);
  if (added.length === 0) return;
  const names = dictAt(catalog, 'Names');
  const all = new Map<string, PDFObject>(namesIn(dictOf(names, 'EmbeddedFiles'), context));
  const unique = new UniqueNames(all.keys());
  for (const [given, file] of added) all.set(unique.take(...stemAndExtension(given)), file);
  names.set(name('EmbeddedFiles'), nameTree(all, context));
}

function stemAndExtension(given: string): readonly [stem: string, extension: string] {
  const dot = given.lastIndexOf('.');
  return dot > 0 ? [given.slice(0, dot), given.slice(dot)] : [given, ''];
}
