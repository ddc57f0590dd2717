import { escapeXmlAttribute, escapeXmlText } from '@bakkum/markup/escape';
import { alternative, shapesGraphic } from './docx-shapes.ts';
import { emu } from './drawing-shapes.ts';
import type { Drawing, Float, FloatPlace, FormControl, Inline, Paragraph, Picture, TextStyle } from './model.ts';

/** Registers what parts refer to by an id: images and URLs. Returns the id. */
export type Relations = {
  picture(picture: Picture): string;
  link(address: string): string;
  /** A drawing id that is unique in the file. */
  drawingId(): number;
};

export const twips = (points: number): number => Math.round(points * 20);
export const halfPoints = (points: number): number => Math.max(2, Math.round(points * 2));

const EAST_ASIAN = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Inlines as runs, in the order of CT_P. */
export function runsOf({ content, isRightToLeft }: Pick<Paragraph, 'content' | 'isRightToLeft'>, relations: Relations): string {
  return content.map((inline) => runOf(inline, relations, isRightToLeft ?? false)).join('');
}

function runOf(inline: Inline, relations: Relations, isRightToLeft: boolean): string {
  switch (inline.kind) {
    case 'text': {
      const properties = runProperties(inline.style, inline.text, isRightToLeft);
      const run = `<w:r>${properties}<w:t xml:space="preserve">${escapeXmlText(inline.text)}</w:t></w:r>`;
      if (inline.control) return controlXml(inline.control, run.replace('</w:rPr>', `${FRAME}</w:rPr>`));
      return inline.link === undefined ? run : `<w:hyperlink r:id="${relations.link(inline.link)}">${run}</w:hyperlink>`;
    }
    case 'tab':
      return '<w:r><w:tab/></w:r>';
    case 'line-break':
      return '<w:r><w:br/></w:r>';
    case 'page-number':
      return field('PAGE', '1', inline.style);
    case 'page-count':
      return field('NUMPAGES', '1', inline.style);
    case 'heading-text':
      return field(`STYLEREF ${inline.level}`, inline.text, inline.style);
    case 'note': {
      const properties = runProperties({ ...inline.style, position: 'super' }, '', false);
      return `<w:r>${properties}<w:footnoteReference w:id="${inline.note + 1}"/></w:r>`;
    }
    case 'picture':
      return `<w:r>${drawing(inline.picture, relations)}</w:r>`;
    case 'drawing':
      return `<w:r>${shapesXml(inline.drawing, relations)}</w:r>`;
  }
}

/** A border around fillable content; after `w:u` and before `w:vertAlign` in CT_RPr. */
const FRAME = '<w:bdr w:val="single" w:sz="4" w:space="0" w:color="808080"/>';

/** A content control (ECMA-376, 17.5.2; check boxes of Word 2010, [MS-DOCX] 2.6.1.4). */
function controlXml(control: FormControl, run: string): string {
  const name = escapeXmlAttribute(control.name.slice(0, 64));
  return `<w:sdt><w:sdtPr><w:alias w:val="${name}"/><w:tag w:val="${name}"/>${controlKind(control)}</w:sdtPr><w:sdtContent>${run}</w:sdtContent></w:sdt>`;
}

function controlKind(control: FormControl): string {
  switch (control.kind) {
    case 'text':
      return '<w:text/>';
    case 'choice': {
      const options = control.options
        .map((option) => escapeXmlAttribute(option))
        .filter((option, at, all) => all.indexOf(option) === at);
      return `<w:dropDownList>${options.map((option) => `<w:listItem w:displayText="${option}" w:value="${option}"/>`).join('')}</w:dropDownList>`;
    }
    case 'check': {
      const state = (name: string, code: string): string => `<w14:${name} w14:val="${code}" w14:font="MS Gothic"/>`;
      return `<w14:checkbox><w14:checked w14:val="${control.checked ? 1 : 0}"/>${state('checkedState', '2612')}${state('uncheckedState', '2610')}</w14:checkbox>`;
    }
  }
}

/** `shown` is displayed until a program evaluates the field (ECMA-376, part 1, 17.16.5). */
function field(code: string, shown: string, style: TextStyle): string {
  const run = `<w:r>${runProperties(style, shown, false)}<w:t xml:space="preserve">${escapeXmlText(shown)}</w:t></w:r>`;
  return `<w:fldSimple w:instr=" ${code} ">${run}</w:fldSimple>`;
}

/** A solid background (CT_Shd). */
export const shadingXml = (colour: string): string => `<w:shd w:val="clear" w:color="auto" w:fill="${colour.slice(1)}"/>`;

/** CT_RPr, its elements in the order of the schema. */
export function runProperties(style: TextStyle, text: string, isRightToLeft: boolean): string {
  const size = halfPoints(style.size);
  const parts = [
    fonts(style.font, text),
    style.bold ? '<w:b/><w:bCs/>' : '',
    style.italic ? '<w:i/><w:iCs/>' : '',
    style.strike ? '<w:strike/>' : '',
    style.colour ? `<w:color w:val="${style.colour.slice(1)}"/>` : '',
    style.spacing ? `<w:spacing w:val="${twips(style.spacing)}"/>` : '',
    style.stretch ? `<w:w w:val="${Math.round(style.stretch * 100)}"/>` : '',
    `<w:sz w:val="${size}"/><w:szCs w:val="${size}"/>`,
    style.highlight ? '<w:highlight w:val="yellow"/>' : '',
    style.underline ? '<w:u w:val="single"/>' : '',
    style.shading ? shadingXml(style.shading) : '',
    style.position ? `<w:vertAlign w:val="${style.position}script"/>` : '',
    isRightToLeft ? '<w:rtl/>' : '',
  ];
  return `<w:rPr>${parts.join('')}</w:rPr>`;
}

function fonts(font: string | undefined, text: string): string {
  if (!font) return '';
  const name = escapeXmlAttribute(font);
  const eastAsian = EAST_ASIAN.test(text) ? ` w:eastAsia="${name}" w:hint="eastAsia"` : '';
  return `<w:rFonts w:ascii="${name}" w:hAnsi="${name}" w:cs="${name}"${eastAsian}/>`;
}

export function drawing(picture: Picture, relations: Relations): string {
  const id = relations.drawingId();
  const [width, height] = sizeOf(picture);
  const description = escapeXmlAttribute(picture.description ?? '');
  const place = picture.float ? anchorOf(picture.float, id) : INLINE;
  return (
    `<w:drawing>${place.before}<wp:extent cx="${width}" cy="${height}"/>${place.wrap}` +
    `<wp:docPr id="${id}" name="Picture ${id}" descr="${description}"/>` +
    `${pictureGraphic(picture, id, relations)}${place.after}</w:drawing>`
  );
}

function shapesXml({ shapes, float, ...size }: Drawing, relations: Relations): string {
  const id = relations.drawingId();
  const [width, height] = sizeOf(size);
  const place = float ? anchorOf(float, id) : INLINE;
  return alternative(
    `<w:drawing>${place.before}<wp:extent cx="${width}" cy="${height}"/>${place.wrap}<wp:docPr id="${id}" name="Drawing ${id}"/>` +
      `${shapesGraphic(shapes, { left: 0, top: 0, ...size }, relations)}${place.after}</w:drawing>`,
  );
}

const sizeOf = ({ width, height }: Pick<Picture, 'width' | 'height'>): readonly [number, number] => [
  Math.max(1, emu(width)),
  Math.max(1, emu(height)),
];

/** The graphic of a drawing that shows an image. */
export function pictureGraphic(picture: Picture, id: number, relations: Relations): string {
  const [width, height] = sizeOf(picture);
  return (
    '<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic>' +
    `<pic:nvPicPr><pic:cNvPr id="${id}" name="Picture ${id}"/><pic:cNvPicPr/></pic:nvPicPr>` +
    `<pic:blipFill><a:blip r:embed="${relations.picture(picture)}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>` +
    `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${width}" cy="${height}"/></a:xfrm>` +
    '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic>'
  );
}

/** The parts of a drawing that depend on its place: before its size, after its size, and at the end. */
type DrawingPlace = { readonly before: string; readonly wrap: string; readonly after: string };

const INLINE: DrawingPlace = {
  before: '<wp:inline distT="0" distB="0" distL="0" distR="0">',
  wrap: '',
  after: '</wp:inline>',
};

const WRAPS: Readonly<Record<Float['wrap'], string>> = {
  around: '<wp:wrapSquare wrapText="bothSides"/>',
  'above-and-below': '<wp:wrapTopAndBottom/>',
  'in-front-of-text': '<wp:wrapNone/>',
  'behind-text': '<wp:wrapNone/>',
};

/**
 * An anchored drawing (ECMA-376, part 1, 20.4.2.3).
 * @param height order among the drawings in front of or behind the text
 */
export function anchorOf({ horizontal, vertical, wrap }: Float, height: number): DrawingPlace {
  return {
    before:
      `<wp:anchor distT="0" distB="0" distL="0" distR="0" simplePos="0" relativeHeight="${height}" behindDoc="${wrap === 'behind-text' ? 1 : 0}" locked="0" layoutInCell="1" allowOverlap="1">` +
      `<wp:simplePos x="0" y="0"/><wp:positionH relativeFrom="${horizontal.area}">${positionOf(horizontal, 'left', 'right')}</wp:positionH>` +
      `<wp:positionV relativeFrom="${vertical.area}">${positionOf(vertical, 'top', 'bottom')}</wp:positionV>`,
    wrap: WRAPS[wrap],
    after: '</wp:anchor>',
  };
}

function positionOf(place: FloatPlace<string>, start: string, end: string): string {
  if ('offset' in place) return `<wp:posOffset>${emu(place.offset)}</wp:posOffset>`;
  return `<wp:align>${place.alignment === 'center' ? 'center' : place.alignment === 'start' ? start : end}</wp:align>`;
}
