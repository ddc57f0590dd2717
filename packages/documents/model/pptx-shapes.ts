import { escapeXmlAttribute, escapeXmlText } from '@bakkum/markup/escape';
import { emu, shapeProperties } from './drawing-shapes.ts';
import type { Shape } from './graphics.ts';
import { markerText } from './list-text.ts';
import type { Alignment, Border, Inline, Paragraph, Picture, Side, Table, TableCell, TextStyle } from './model.ts';
import type { Crop, SlideItem } from './slides.ts';

/** Registers the resources of a slide and returns their ids. */
export type SlideRelations = { link(address: string): string; picture(picture: Picture): string };

const hundredths = (points: number): number => Math.round(points * 100);

type ItemOf<Kind extends SlideItem['kind']> = Extract<SlideItem, { readonly kind: Kind }>;

export function itemXml(item: SlideItem, id: number, relations: SlideRelations): string {
  switch (item.kind) {
    case 'text':
      return textBox(item, id, relations);
    case 'table':
      return tableFrame(item, id, relations);
    case 'picture':
      return pictureShape(item, id, relations);
    case 'shapes':
      return shapesXml(item, id);
  }
}

function frame({ left, top, width, height }: SlideItem, tag = 'a'): string {
  return `<${tag}:xfrm><a:off x="${emu(left)}" y="${emu(top)}"/><a:ext cx="${Math.max(1, emu(width))}" cy="${Math.max(1, emu(height))}"/></${tag}:xfrm>`;
}

const solid = (colour: string): string => `<a:solidFill><a:srgbClr val="${colour.slice(1).toUpperCase()}"/></a:solidFill>`;
const RECTANGLE = '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>';

const ANCHORS = { top: 't', center: 'ctr', bottom: 'b' } as const;

function textBox(item: ItemOf<'text'>, id: number, relations: SlideRelations): string {
  const body = `<a:bodyPr wrap="square" lIns="0" tIns="0" rIns="0" bIns="0" anchor="${ANCHORS[item.anchor ?? 'top']}"><a:noAutofit/></a:bodyPr>`;
  return (
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Text ${id}"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr>` +
    `<p:spPr>${frame(item)}${RECTANGLE}<a:noFill/></p:spPr><p:txBody>${body}<a:lstStyle/>${paragraphs(item.paragraphs, relations)}</p:txBody></p:sp>`
  );
}

/** Several shapes form a group, so that they move together. */
function shapesXml(item: ItemOf<'shapes'>, id: number): string {
  const [only, ...more] = item.shapes;
  if (only && more.length === 0) return shapeXml(only, id);
  const { left, top, width, height } = item;
  const box = (offset: string, extent: string): string =>
    `<a:${offset} x="${emu(left)}" y="${emu(top)}"/><a:${extent} cx="${Math.max(1, emu(width))}" cy="${Math.max(1, emu(height))}"/>`;
  const inside = item.shapes.map((shape, index) => shapeXml(shape, id * MAX_SHAPES + index)).join('');
  return (
    `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="${id}" name="Group ${id}"/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr>` +
    `<p:grpSpPr><a:xfrm>${box('off', 'ext')}${box('chOff', 'chExt')}</a:xfrm></p:grpSpPr>${inside}</p:grpSp>`
  );
}

/** Ids of the shapes in a group start at the group's id times this. */
const MAX_SHAPES = 10_000;

function shapeXml(shape: Shape, id: number): string {
  return (
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Shape ${id}"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr>` +
    `<p:spPr>${shapeProperties(shape, { x: 0, y: 0 })}</p:spPr></p:sp>`
  );
}

function pictureShape(item: ItemOf<'picture'>, id: number, relations: SlideRelations): string {
  const description = escapeXmlAttribute(item.picture.description ?? '');
  return (
    `<p:pic><p:nvPicPr><p:cNvPr id="${id}" name="Picture ${id}" descr="${description}"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr>` +
    `<p:blipFill><a:blip r:embed="${relations.picture(item.picture)}"/>${cropXml(item.crop)}<a:stretch><a:fillRect/></a:stretch></p:blipFill>` +
    `<p:spPr>${frame(item)}${RECTANGLE}</p:spPr></p:pic>`
  );
}

/** In thousandths of a percent. */
function cropXml(crop: Crop | undefined): string {
  if (!crop) return '';
  const share = (part: number): number => Math.round(part * 100_000);
  return `<a:srcRect l="${share(crop.left)}" t="${share(crop.top)}" r="${share(crop.right)}" b="${share(crop.bottom)}"/>`;
}

const ALIGNMENT: Readonly<Record<Alignment, string>> = { start: 'l', center: 'ctr', end: 'r', justify: 'just' };

function paragraphs(all: readonly Paragraph[], relations: SlideRelations): string {
  return all.length === 0 ? '<a:p/>' : all.map((one) => paragraphXml(one, relations)).join('');
}

function paragraphXml(paragraph: Paragraph, relations: SlideRelations): string {
  const { alignment, indentStart, firstLine, lineHeight, spaceBefore, list, isRightToLeft, content } = paragraph;
  const spacing =
    (lineHeight === undefined ? '' : `<a:lnSpc><a:spcPts val="${hundredths(lineHeight)}"/></a:lnSpc>`) +
    `<a:spcBef><a:spcPts val="${hundredths(spaceBefore)}"/></a:spcBef>`;
  const bullet = list
    ? `<a:buFont typeface="Arial"/><a:buChar char="${escapeXmlAttribute(markerText(list.marker))}"/>`
    : '<a:buNone/>';
  const direction = isRightToLeft ? ' rtl="1"' : '';
  return (
    `<a:p><a:pPr marL="${emu(Math.max(0, indentStart))}" indent="${emu(firstLine)}" algn="${ALIGNMENT[alignment]}"${direction}>${spacing}${bullet}${tabs(paragraph)}</a:pPr>` +
    `${content.map((inline) => inlineXml(inline, relations)).join('')}</a:p>`
  );
}

function tabs({ tabStops = [] }: Paragraph): string {
  const stops = tabStops.map(({ at, alignment }) => `<a:tab pos="${emu(Math.max(0, at))}" algn="${ALIGNMENT[alignment]}"/>`);
  return stops.length > 0 ? `<a:tabLst>${stops.join('')}</a:tabLst>` : '';
}

/** Average letter width relative to the size. */
const USUAL_WIDTH = 0.45;
const EAST_ASIAN_WIDTH = 0.95;
const EAST_ASIAN = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** Space between letters, in points. Slides cannot stretch letters, so stretched letters are moved apart instead. */
function spacingOf({ stretch = 1, spacing = 0, size }: TextStyle, text: string): number {
  const isEastAsian = (text.match(EAST_ASIAN)?.length ?? 0) * 2 > text.length;
  return (stretch - 1) * (isEastAsian ? EAST_ASIAN_WIDTH : USUAL_WIDTH) * size + spacing;
}

function inlineXml(inline: Inline, relations: SlideRelations): string {
  switch (inline.kind) {
    case 'text':
      return `<a:r>${runProperties(inline.style, relations, inline.text, inline.link)}<a:t>${escapeXmlText(inline.text)}</a:t></a:r>`;
    case 'tab':
      return '<a:r><a:t>\t</a:t></a:r>';
    case 'line-break':
      return '<a:br/>';
    case 'page-number':
      return `<a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum">${runProperties(inline.style, relations)}<a:t>1</a:t></a:fld>`;
    default:
      return '';
  }
}

function runProperties(style: TextStyle, relations: SlideRelations, text = '', link?: string): string {
  const spacing = hundredths(spacingOf(style, text));
  const flags =
    (style.bold ? ' b="1"' : '') +
    (style.italic ? ' i="1"' : '') +
    (style.underline ? ' u="sng"' : '') +
    (style.strike ? ' strike="sngStrike"' : '') +
    (spacing === 0 ? '' : ` spc="${spacing}"`) +
    (style.position ? ` baseline="${style.position === 'super' ? 30_000 : -25_000}"` : '');
  const font = style.font ? escapeXmlAttribute(style.font) : '';
  const faces = font ? `<a:latin typeface="${font}"/><a:ea typeface="${font}"/><a:cs typeface="${font}"/>` : '';
  const shading = style.highlight ? '#ffff00' : style.shading;
  const highlight = shading ? `<a:highlight><a:srgbClr val="${shading.slice(1).toUpperCase()}"/></a:highlight>` : '';
  const target = link === undefined ? '' : `<a:hlinkClick r:id="${relations.link(link)}"/>`;
  return `<a:rPr lang="en-US" sz="${Math.max(100, hundredths(style.size))}"${flags} dirty="0">${solid(style.colour ?? '#000000')}${highlight}${faces}${target}</a:rPr>`;
}

function tableFrame(item: ItemOf<'table'>, id: number, relations: SlideRelations): string {
  return (
    `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="${id}" name="Table ${id}"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr>` +
    `${frame(item, 'p')}<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table">${tableXml(item.table, item.height, relations)}</a:graphicData></a:graphic></p:graphicFrame>`
  );
}

function tableXml(table: Table, height: number, relations: SlideRelations): string {
  const { columnWidths, rows } = table;
  const usual = height / Math.max(1, rows.length);
  const covering = new Map<number, { readonly cell: TableCell; rows: number }>();
  const body = rows.map((row) => {
    const cells: string[] = [];
    for (let column = 0; column < columnWidths.length; ) {
      const above = covering.get(column);
      const own = above?.cell ?? row.cells.find((cell) => cell.column === column);
      const span = Math.max(1, own?.columnSpan ?? 1);
      cells.push(cellXml(above ? undefined : own, above ? ' vMerge="1"' : spans(own), table, relations));
      for (let covered = 1; covered < span; covered++) cells.push(cellXml(undefined, ' hMerge="1"', table, relations));
      if (above) {
        above.rows -= 1;
        if (above.rows === 0) covering.delete(column);
      } else if (own && own.rowSpan > 1) covering.set(column, { cell: own, rows: own.rowSpan - 1 });
      column += span;
    }
    return `<a:tr h="${emu(row.height ?? usual)}">${cells.join('')}</a:tr>`;
  });
  const grid = columnWidths.map((width) => `<a:gridCol w="${Math.max(1, emu(width))}"/>`).join('');
  return `<a:tbl><a:tblPr/><a:tblGrid>${grid}</a:tblGrid>${body.join('')}</a:tbl>`;
}

function spans(cell: TableCell | undefined): string {
  if (!cell) return '';
  return (cell.columnSpan > 1 ? ` gridSpan="${cell.columnSpan}"` : '') + (cell.rowSpan > 1 ? ` rowSpan="${cell.rowSpan}"` : '');
}

const SIDES: readonly (readonly [Side, string])[] = [
  ['left', 'lnL'],
  ['right', 'lnR'],
  ['top', 'lnT'],
  ['bottom', 'lnB'],
];

function cellXml(cell: TableCell | undefined, merge: string, table: Table, relations: SlideRelations): string {
  const { left, right } = table.padding ?? { left: 4, right: 4 };
  const anchor =
    cell?.verticalAlignment === 'center' ? ' anchor="ctr"' : cell?.verticalAlignment === 'bottom' ? ' anchor="b"' : '';
  const lines = SIDES.map(([side, tag]) => borderXml(tag, cell?.borders[side])).join('');
  const fill = cell?.shading ? solid(cell.shading) : '<a:noFill/>';
  return (
    `<a:tc${merge}><a:txBody><a:bodyPr/><a:lstStyle/>${paragraphs(cell?.paragraphs ?? [], relations)}</a:txBody>` +
    `<a:tcPr marL="${emu(left)}" marR="${emu(right)}" marT="0" marB="0"${anchor}>${lines}${fill}</a:tcPr></a:tc>`
  );
}

function borderXml(tag: string, border: Border | undefined): string {
  return border
    ? `<a:${tag} w="${emu(border.width)}">${solid(border.colour)}</a:${tag}>`
    : `<a:${tag} w="0"><a:noFill/></a:${tag}>`;
}
