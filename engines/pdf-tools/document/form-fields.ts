import {
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  type PDFObject,
  type PDFRef,
} from '@cantoo/pdf-lib';
import { arrayAt, arrayOf, dictAt, dictOf, dictsIn, name, nameOf, textOf } from './objects.ts';
import { decodeName } from './text-strings.ts';
import { UniqueNames } from './unique-names.ts';

const MAX_DEPTH = 64;

/** Adds the fields of other documents to the form of this one. If a field name is taken, a number is added. */
export function mergeForms({ catalog, context }: PDFDocument, forms: readonly PDFDict[]): void {
  const [first, ...rest] = forms;
  if (!first) return;
  catalog.set(name('AcroForm'), first);
  if (rest.length > 0) first.delete(name('XFA'));
  const fields = arrayAt(first, 'Fields');
  const names = new UniqueNames(dictsIn(fields, context).map(([field]) => textOf(field.lookup(name('T'))) ?? ''));
  for (const form of rest) {
    for (const [field, entry] of dictsIn(arrayOf(form, 'Fields'), context)) {
      rename(field, names);
      fields.push(entry);
    }
    for (const [, entry] of dictsIn(arrayOf(form, 'CO'), context)) arrayAt(first, 'CO').push(entry);
    addResources(dictAt(first, 'DR'), dictOf(form, 'DR'));
    if (form.lookup(name('NeedAppearances')) === PDFBool.True) first.set(name('NeedAppearances'), PDFBool.True);
  }
}

function rename(field: PDFDict, names: UniqueNames): void {
  const given = textOf(field.lookup(name('T'))) ?? '';
  const unique = names.take(given);
  if (unique !== given) field.set(name('T'), PDFHexString.fromText(unique));
}

function addResources(to: PDFDict, from: PDFDict | undefined): void {
  for (const [category, value] of from?.entries() ?? []) {
    const kind = decodeName(category);
    const given = from?.context.lookup(value);
    if (!(given instanceof PDFDict)) continue;
    const known = dictAt(to, kind);
    for (const [key, resource] of given.entries()) if (!known.has(key)) known.set(key, resource);
  }
}

/** Removes fields without a remaining widget on any page. */
export function pruneFields({ catalog, context }: PDFDocument): void {
  const form = dictOf(catalog, 'AcroForm');
  if (!form) return;
  const fields = arrayAt(form, 'Fields');
  form.set(name('Fields'), listOf(keptFields(fields, context, new Set(), 0), context));
  if (arrayAt(form, 'Fields').size() === 0) catalog.delete(name('AcroForm'));
}

/** @param seen fields visited so far: in a hostile file, several fields share their children */
function keptFields(fields: PDFArray, context: PDFContext, seen: Set<PDFDict>, depth: number): readonly PDFObject[] {
  return dictsIn(fields, context).flatMap(([field, entry]) => {
    if (seen.has(field)) return [];
    seen.add(field);
    const kids = arrayOf(field, 'Kids');
    if (!kids || depth > MAX_DEPTH) return [entry];
    const kept = keptFields(kids, context, seen, depth + 1);
    field.set(name('Kids'), listOf(kept, context));
    return kept.length > 0 ? [entry] : [];
  });
}

function listOf(entries: readonly PDFObject[], context: PDFContext): PDFArray {
  const list = PDFArray.withContext(context);
  for (const entry of entries) list.push(entry);
  return list;
}

/**
 * Gives a second copy of a page its own annotations. Form fields become static, because the widgets of one field share its value.
 * @returns whether there were form fields
 */
export function separateAnnotations(page: PDFDict, ref: PDFRef, { context }: PDFDocument): boolean {
  const annotations = dictsIn(arrayOf(page, 'Annots'), context);
  const own = PDFArray.withContext(context);
  for (const [annotation] of annotations) {
    if (nameOf(annotation, 'Subtype') === 'Popup') continue;
    const copy = annotation.clone(context);
    copy.set(name('P'), ref);
    for (const key of ['Popup', 'IRT', 'StructParent']) copy.delete(name(key));
    if (nameOf(copy, 'Subtype') === 'Widget') makeStatic(copy);
    own.push(context.register(copy));
  }
  if (own.size() > 0) page.set(name('Annots'), own);
  page.delete(name('StructParents'));
  return annotations.some(([annotation]) => nameOf(annotation, 'Subtype') === 'Widget');
}

/** Turns the widget into a stamp with the current appearance of the field. */
function makeStatic(widget: PDFDict): void {
  const looks = dictOf(widget, 'AP');
  const normal = looks?.lookup(name('N'));
  const state = nameOf(widget, 'AS');
  const look = normal instanceof PDFDict && state !== undefined ? normal.get(name(state)) : looks?.get(name('N'));
  for (const key of ['FT', 'Ff', 'T', 'TU', 'V', 'DV', 'Parent', 'Kids', 'MK', 'AA', 'A', 'AS', 'AP', 'DA', 'Opt', 'MaxLen'])
    widget.delete(name(key));
  widget.set(name('Subtype'), name('Stamp'));
  if (look) widget.set(name('AP'), widget.context.obj({ N: look }));
}

/**
 * Removes the values of digital signatures, which a changed file no longer matches. The signature fields stay.
 * @returns whether there were any
 */
export function removeSignatures({ catalog, context }: PDFDocument): boolean {
  let found = false;
  const seen = new Set<PDFDict>();
  const visit = (fields: PDFArray | undefined, type: string | undefined, depth: number): void => {
    for (const [field] of depth > MAX_DEPTH ? [] : dictsIn(fields, context)) {
      if (seen.has(field)) continue;
      seen.add(field);
      const own = nameOf(field, 'FT') ?? type;
      if (own === 'Sig' && field.has(name('V'))) {
        field.delete(name('V'));
        found = true;
      }
      visit(arrayOf(field, 'Kids'), own, depth + 1);
    }
  };
  const form = dictOf(catalog, 'AcroForm');
  visit(arrayOf(form, 'Fields'), undefined, 0);
  if (catalog.has(name('Perms'))) found = true;
  catalog.delete(name('Perms'));
  if (found) form?.delete(name('SigFlags'));
  return found;
}
