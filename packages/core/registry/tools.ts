import { CONVERTER_TOOLS } from '../../../content/tools/all.ts';
import type { Tool } from '../../../content/tools/tool.ts';
import { provenTargets } from './proven-pairs.ts';

export type { Tool, ToolKind } from '../../../content/tools/tool.ts';

/** Returns the tools that have a page: those with proven results for every format they name. */
export function tools(): readonly Tool[] {
  return CONVERTER_TOOLS.filter(({ formats, to }) =>
    formats.every((from) => provenTargets('browser', from)?.has(to === 'same' ? from : to)),
  );
}

export function toolOfSlug(slug: string): Tool | undefined {
  return tools().find((tool) => tool.slug === slug);
}

export const toolPath = ({ slug }: Tool): string => `/tools/${slug}`;
