import { PDF_TOOLS, type PdfTool } from '../../../content/pdf-tools/tools.ts';
import { provenTargets } from './proven-pairs.ts';

export type { PdfTool } from '../../../content/pdf-tools/tools.ts';

/** Returns the tools that have a page; none until PDF to PDF has proven results. */
export function pdfTools(): readonly PdfTool[] {
  return provenTargets('browser', 'pdf')?.has('pdf') ? PDF_TOOLS : [];
}

export function pdfToolOfSlug(slug: string): PdfTool | undefined {
  return pdfTools().find((tool) => tool.slug === slug);
}

export const pdfToolPath = ({ slug }: PdfTool): string => `/tools/${slug}`;
