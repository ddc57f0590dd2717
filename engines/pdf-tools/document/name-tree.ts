import { PDFArray, type PDFContext, type PDFDict, PDFHexString, PDFNumber, type PDFObject, PDFRef } from '@cantoo/pdf-lib';
import { arrayOf, dictsIn, name, textOf } from './objects.ts';

/** The entries of a name or number tree (ISO 32000-1, 7.9.6 and 7.9.7), in the order of the file. */
function* entriesOf(
  root: PDFDict | undefined,
  key: 'Names' | 'Nums',
  context: PDFContext,
): Generator<readonly [PDFObject, PDFObject]> {
  const open: PDFDict[] = root ? [root] : [];
  const seen = new Set<PDFDict>();
  for (let node = open.pop(); node; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    const pairs = arrayOf(node, key)?.asArray() ?? [];
    for (let at = 0; at + 1 < pairs.length; at += 2) {
      const [label, value] = [pairs[at], pairs[at + 1]];
      const plain = label instanceof PDFRef ? context.lookup(label) : label;
      if (plain && value) yield [plain, value];
    }
    for (const [kid] of dictsIn(arrayOf(node, 'Kids'), context).toReversed()) open.push(kid);
  }
}

export function namesIn(root: PDFDict | undefined, context: PDFContext): readonly (readonly [string, PDFObject])[] {
  return [...entriesOf(root, 'Names', context)].flatMap(([label, value]) => {
    const text = textOf(label);
    return text === undefined ? [] : [[text, value] as const];
  });
}

export function numbersIn(root: PDFDict | undefined, context: PDFContext): readonly (readonly [number, PDFObject])[] {
  return [...entriesOf(root, 'Nums', context)].flatMap(([label, value]) =>
    label instanceof PDFNumber ? [[label.asNumber(), value] as const] : [],
  );
}

/** Writes names as a tree with one node, sorted the way readers search it. */
export function nameTree(names: ReadonlyMap<string, PDFObject>, context: PDFContext): PDFDict {
  const keys = [...names].map(([label, value]) => [PDFHexString.fromText(label), value] as const);
  const inOrder = keys.toSorted(([one], [other]) => (one.asString() < other.asString() ? -1 : 1));
  return flatTree('Names', inOrder, context);
}

export function numberTree(numbers: ReadonlyMap<number, PDFObject>, context: PDFContext): PDFDict {
  const inOrder = [...numbers].toSorted(([one], [other]) => one - other);
  return flatTree(
    'Nums',
    inOrder.map(([number, value]) => [PDFNumber.of(number), value] as const),
    context,
  );
}

function flatTree(key: 'Names' | 'Nums', entries: readonly (readonly [PDFObject, PDFObject])[], context: PDFContext): PDFDict {
  const list = PDFArray.withContext(context);
  for (const [label, value] of entries) {
    list.push(label);
    list.push(value);
  }
  const tree = context.obj({});
  tree.set(name(key), list);
  return tree;
}
