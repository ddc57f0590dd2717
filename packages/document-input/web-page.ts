import { ConversionError } from '@bakkum/conversion/errors';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5';

/** Deeper nesting is made to break programs: for each element the parser looks through all that are open. */
const MOST_DEPTH = 500;

/** A web page as its tree, every element closed. Errors: `too-large` for elements nested deeper than any page has. */
export function parsePage(html: string): DefaultTreeAdapterTypes.Document {
  const depths = new WeakMap<object, number>();
  return parse(html, {
    treeAdapter: {
      ...defaultTreeAdapter,
      appendChild(parent, node) {
        const depth = (depths.get(parent) ?? 0) + 1;
        if (depth > MOST_DEPTH) throw new ConversionError('too-large', `elements nested deeper than ${MOST_DEPTH}`);
        depths.set(node, depth);
        defaultTreeAdapter.appendChild(parent, node);
      },
    },
  });
}
