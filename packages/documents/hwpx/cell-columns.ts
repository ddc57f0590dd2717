import { childOf, elementsOf, type XmlElement, type XmlNode } from '@bakkum/markup/xml';
import { firstOf, numberIn } from './attributes.ts';

/** Whether a part may have text in several columns. */
export const mayHaveColumns = (xml: string): boolean => /\bcolCount="(?!1")/.test(xml);

/** A border without lines and fill: text columns have none. */
export function invisibleBox(head: XmlElement): string | undefined {
  const list = firstOf(head, 'borderFills');
  const found =
    list && elementsOf(list).find((box) => SIDES.every((side) => isNone(childOf(box, side))) && !firstOf(box, 'winBrush'));
  return found?.attributes['id'];
}

const SIDES = ['leftBorder', 'rightBorder', 'topBorder', 'bottomBorder'];
const isNone = (border: XmlElement | undefined): boolean => (border?.attributes['type'] ?? 'NONE') === 'NONE';

/**
 * A section in which text columns inside cells are tables with a cell for each column, because programs and other formats have
 * columns only on pages.
 */
export function withCellColumns(element: XmlElement, box: string): XmlElement {
  const children = element.children.map((child) => (isText(child) ? child : withCellColumns(child, box)));
  const changed = children.every((child, index) => child === element.children[index]) ? element : { ...element, children };
  if (changed.name !== 'tc') return changed;
  const list = childOf(changed, 'subList');
  const table = list && columnTable(changed, list, box);
  return table ? { ...changed, children: changed.children.map((child) => (child === list ? table : child)) } : changed;
}

const isText = (node: XmlNode): node is string => typeof node === 'string';

/** As many columns as Hangul lets a text have. */
const MAX_COLUMNS = 255;

/** The list of a cell, with the paragraphs from the start of its columns to their end in a table. */
function columnTable(cell: XmlElement, list: XmlElement, box: string): XmlElement | undefined {
  const paragraphs = elementsOf(list);
  const starts = paragraphs.map(columnsOf);
  const from = starts.findIndex((columns) => numberIn(columns, 'colCount') > 1);
  const columns = starts[from];
  if (!columns) return undefined;
  const next = starts.findIndex((other, index) => index > from && other !== undefined);
  const end = next < 0 ? paragraphs.length : next;
  const count = Math.min(MAX_COLUMNS, numberIn(columns, 'colCount'));
  const groups = grouped(paragraphs.slice(from, end), count);
  const holder = holderOf(paragraphs[from] ?? list, tableOf(cell, columns, groups, box));
  return { ...list, children: [...paragraphs.slice(0, from), holder, ...paragraphs.slice(end)] };
}

function columnsOf(paragraph: XmlElement): XmlElement | undefined {
  return elementsOf(paragraph)
    .flatMap(elementsOf)
    .map((control) => (control.name === 'ctrl' ? childOf(control, 'colPr') : undefined))
    .find((columns) => columns !== undefined);
}

/** A column starts where the text is higher than before, or else after its share of the lines. */
function grouped(paragraphs: readonly XmlElement[], count: number): readonly (readonly XmlElement[])[] {
  const lines = paragraphs.map((paragraph) => elementsOf(childOf(paragraph, 'linesegarray') ?? EMPTY));
  const tops = lines.map(([first]) => (first ? numberIn(first, 'vertpos') : undefined));
  const starts = (index: number): boolean => {
    const [before, top] = [tops[index - 1], tops[index]];
    return paragraphs[index]?.attributes['columnBreak'] === '1' || (before !== undefined && top !== undefined && top < before);
  };
  const isMarked = paragraphs.some((_, index) => index > 0 && starts(index));
  const total = lines.reduce((sum, { length }) => sum + Math.max(1, length), 0);
  const groups: XmlElement[][] = Array.from({ length: count }, () => []);
  let [column, used] = [0, 0];
  for (const [index, paragraph] of paragraphs.entries()) {
    const isNext = isMarked ? index > 0 && starts(index) : used >= (total * (column + 1)) / count;
    if (isNext) column = Math.min(count - 1, column + 1);
    groups[column]?.push(paragraph);
    used += Math.max(1, lines[index]?.length ?? 0);
  }
  return groups;
}

const EMPTY: XmlElement = { name: '', attributes: {}, children: [] };
const NO_MARGIN = { left: '0', right: '0', top: '0', bottom: '0' };

function tableOf(cell: XmlElement, columns: XmlElement, groups: readonly (readonly XmlElement[])[], box: string): XmlElement {
  const make = maker(cell);
  const margin = childOf(cell, 'cellMargin');
  const width = numberIn(childOf(cell, 'cellSz'), 'width') - numberIn(margin, 'left') - numberIn(margin, 'right');
  const gap = numberIn(columns, 'sameGap');
  const own = (width - gap * (groups.length - 1)) / groups.length;
  const cells = groups.map((paragraphs, index) => {
    const isLast = index + 1 === groups.length;
    const size = Math.max(1, Math.round(own + (isLast ? 0 : gap)));
    return make('tc', { name: '', header: '0', hasMargin: '1', protect: '0', editable: '0', dirty: '0', borderFillIDRef: box }, [
      make(
        'subList',
        { id: '', textDirection: 'HORIZONTAL', lineWrap: 'BREAK', vertAlign: 'TOP' },
        paragraphs.map(withoutColumns),
      ),
      make('cellAddr', { colAddr: String(index), rowAddr: '0' }),
      make('cellSpan', { colSpan: '1', rowSpan: '1' }),
      make('cellSz', { width: String(size), height: '100' }),
      make('cellMargin', { ...NO_MARGIN, right: String(isLast ? 0 : Math.round(gap)) }),
    ]);
  });
  const attributes = { id: '0', zOrder: '0', textWrap: 'TOP_AND_BOTTOM', pageBreak: 'CELL', repeatHeader: '0', rowCnt: '1' };
  return make('tbl', { ...attributes, colCnt: String(groups.length), cellSpacing: '0', borderFillIDRef: box, noAdjust: '0' }, [
    make('sz', { width: String(width), widthRelTo: 'ABSOLUTE', height: '100', heightRelTo: 'ABSOLUTE', protect: '0' }),
    make('pos', {
      treatAsChar: '1',
      vertRelTo: 'PARA',
      horzRelTo: 'PARA',
      vertAlign: 'TOP',
      horzAlign: 'LEFT',
      vertOffset: '0',
      horzOffset: '0',
    }),
    make('outMargin', NO_MARGIN),
    make('inMargin', NO_MARGIN),
    make('tr', {}, cells),
  ]);
}

/** Makes elements with the prefix of another. */
function maker({ name, qualified = name }: XmlElement) {
  const prefix = qualified.slice(0, qualified.length - name.length);
  return (own: string, attributes: XmlElement['attributes'], children: readonly XmlNode[] = []): XmlElement => ({
    name: own,
    qualified: `${prefix}${own}`,
    attributes,
    children,
  });
}

/** The paragraph itself without its column settings. */
function withoutColumns(paragraph: XmlElement): XmlElement {
  if (!columnsOf(paragraph)) return paragraph;
  const children = paragraph.children.map((run) =>
    isText(run) ? run : { ...run, children: run.children.filter((child) => isText(child) || !childOf(child, 'colPr')) },
  );
  return { ...paragraph, children };
}

function holderOf(first: XmlElement, table: XmlElement): XmlElement {
  const run = childOf(first, 'run');
  const attributes = { ...first.attributes, pageBreak: '0', columnBreak: '0' };
  return { ...first, attributes, children: run ? [{ ...run, children: [table] }] : [] };
}
