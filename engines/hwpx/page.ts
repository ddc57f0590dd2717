import type { Block, DocumentModel, Paragraph, Section, TextStyle } from '@bakkum/document-model/model';

/** A4 with the default margins of a new Hangul document, in points. */
const PAGE: Section['page'] = {
  width: 595.28,
  height: 841.88,
  margins: { top: 99.2, right: 85.04, bottom: 85.04, left: 85.04 },
};

/** Width of the text area in points. */
export const TEXT_WIDTH: number = PAGE.width - PAGE.margins.left - PAGE.margins.right;

export const BODY_STYLE: TextStyle = { size: 10 };

export const PLAIN: Paragraph = {
  kind: 'paragraph',
  alignment: 'justify',
  indentStart: 0,
  firstLine: 0,
  spaceBefore: 0,
  lineHeight: 16,
  content: [],
};

/** Creates a document with one section. */
export function documentOf(blocks: readonly Block[], more: Partial<DocumentModel> = {}): DocumentModel {
  const section: Section = { page: PAGE, columns: { count: 1, gap: 0 }, starts: 'page', header: [], footer: [], blocks };
  return { language: 'ko-KR', sections: [section], notes: [], ...more };
}
