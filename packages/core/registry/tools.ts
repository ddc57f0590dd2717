import { staticCopy } from '@bakkum/site/static-copy';
import { CONVERTER_TOOLS } from '../../../content/tools/all.ts';
import type { Tool } from '../../../content/tools/tool.ts';
import { routeOfPair } from './offered-pairs.ts';
import { provenTargets } from './proven-pairs.ts';

export type { Tool, ToolKind } from '../../../content/tools/tool.ts';

/**
 * Returns the tools that have a page: those with proven results for every format they name, and in a small static copy, with the
 * engines for them.
 */
export function tools(): readonly Tool[] {
  const isPlanned = (from: string, to: string): boolean =>
    staticCopy?.engines !== 'core' || routeOfPair({ from, to }) !== undefined;
  // A small copy has no engine for an operation on two files (apps/web/static-copy/engine-selection.ts).
  const isIncluded = ({ operation }: Tool): boolean => staticCopy?.engines !== 'core' || operation === undefined;
  return CONVERTER_TOOLS.filter(isIncluded).filter(({ formats, to: target }) =>
    formats.every((from) => {
      const to = target === 'same' ? from : target;
      return provenTargets('browser', from)?.has(to) && isPlanned(from, to);
    }),
  );
}

export function toolOfSlug(slug: string): Tool | undefined {
  return tools().find((tool) => tool.slug === slug);
}

export const toolPath = ({ slug }: Tool): string => `/tools/${slug}`;
