import { ConversionError } from '@bakkum/conversion/errors';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5';

/** Deeper nesting only occurs in files made to break programs: for each element the parser scans all open ones. */
const MAX_DEPTH = 500;

/** Parses a web page into a tree with every element closed. Errors: `too-large` for unreasonably deep nesting. */
export function parsePage(html: string): DefaultTreeAdapterTypes.Document {
  const depths = new WeakMap<object, number>();
  return parse(html, {
    treeAdapter: {
      ...defaultTreeAdapter,
      appendChild(parent, node) {
        const depth = (depths.get(parent) ?? 0) + 1;
        if (depth > MAX_DEPTH) throw new ConversionError('too-large', `elements nested deeper than ${MAX_DEPTH}`);
        depths.set(node, depth);
        defaultTreeAdapter.appendChild(parent, node);
      },
    },
  });
}
