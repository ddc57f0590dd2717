import { markerText } from '@bakkum/document-model/list-text';
import type { Inline, Paragraph, TabStop } from '@bakkum/document-model/model';
import type { ParagraphDraft } from '../drafts.ts';
import { union } from '../page-content.ts';
import { type InlineContext, inlinesOf } from './inlines.ts';
import { type Column, type Line, lineFrom } from './lines.ts';
import { groupLines, isRuler, type LineGroup } from './paragraphs.ts';
import type { Row } from './rows.ts';

/** Paragraphs from the rows of one column. */
export function draftsOf(
  rows: readonly Row[],
  column: Column,
  roles: ReadonlyMap<number, string>,
  context: InlineContext,
): ParagraphDraft[] {
  return groupLines(
    rows.map((row) => lineFrom(row, roles)),
    column,
  ).map((group) => draftFrom(group, context));
}

function draftFrom({ lines, column, alignment, pitch }: LineGroup, context: InlineContext): ParagraphDraft {
  const [first] = lines;
  const last = lines.at(-1) ?? first;
  const content = withoutExcess(inlinesOf(lines, context, first.marker?.glyphs ?? 0), first);
  const rest = lines.slice(1);
  return {
    ...union(lines),
    kind: 'paragraph',
    column,
    content,
    text: content.map((inline) => (inline.kind === 'text' ? inline.text : '\t')).join(''),
    lines: lines.length,
    size: first.size,
    bold: lines.every(({ bold }) => bold),
    colour: first.colour,
    alignment,
    ...(pitch === undefined ? {} : { pitch }),
    firstBaseline: first.baseline,
    lastBaseline: last.baseline,
    firstLeft: first.left,
    bodyLeft: rest.length > 0 ? Math.min(...rest.map(({ left }) => left)) : (first.marker?.textLeft ?? first.left),
    lastRight: last.right,
    ...(first.marker ? { marker: first.marker.marker } : {}),
    role: first.role,
    isOpen: isOpen(last, column),
    tabs: tabsOf(lines, column),
  };
}

/** Signs of a drawn line that fit its width in typefaces where they are as wide as Hangul letters; they may overlap on the page. */
function withoutExcess(content: readonly Inline[], { text, left, right, size }: Line): readonly Inline[] {
  if (!isRuler(text) || !/[─━═—―－]/.test(text)) return content;
  const most = Math.floor((right - left) / size);
  return content.map((inline) => {
    if (inline.kind !== 'text' || inline.text.length <= most) return inline;
    const { spacing: _, stretch: __, ...style } = inline.style;
    return { ...inline, text: inline.text.slice(0, most), style };
  });
}

function isOpen(last: Line, column: Column): boolean {
  return column.right - last.right < last.size * 4 && !/[.!?:。…]["”’)\]]?$/.test(last.text);
}

const MAX_TABS = 12;
/** Tolerance for text at the column's edge or centre, relative to the text size. */
const AT_PLACE = 0.35;

/** Tab stops: where separated parts of lines start, or at the column's right edge if they end there. */
function tabsOf(lines: readonly Line[], column: Column): readonly TabStop[] {
  const width = column.right - column.left;
  return lines
    .flatMap(({ parts, size }) =>
      parts.slice(1).map(({ left, right, isLed }, index): TabStop => {
        const isLast = index + 2 === parts.length;
        const leader = isLed ? ({ leader: 'dots' } as const) : {};
        if (isLast && Math.abs(column.right - right) < size * AT_PLACE) return { at: width, alignment: 'end', ...leader };
        if (isLed) return { at: right - column.left, alignment: 'end', ...leader };
        const middle = (left + right) / 2 - column.left;
        if (Math.abs(middle - width / 2) < size * AT_PLACE) return { at: width / 2, alignment: 'center' };
        return { at: left - column.left, alignment: 'start' };
      }),
    )
    .slice(0, MAX_TABS);
}

/** A paragraph of a note, formatted on its own. */
export function noteParagraph(draft: ParagraphDraft): Paragraph {
  return {
    kind: 'paragraph',
    alignment: draft.alignment === 'justify' ? 'start' : draft.alignment,
    indentStart: 0,
    firstLine: 0,
    spaceBefore: 0,
    ...(draft.pitch === undefined ? {} : { lineHeight: draft.pitch }),
    content: withMarker(draft),
  };
}

/** Prepends a list marker as text, for targets without lists. */
export function withMarker({ marker, content }: ParagraphDraft): Paragraph['content'] {
  const [first] = content;
  if (!marker || first?.kind !== 'text') return content;
  return [{ ...first, text: `${markerText(marker)} ${first.text}` }, ...content.slice(1)];
}
