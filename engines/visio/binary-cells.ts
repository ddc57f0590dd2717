import { decodeText } from '@bakkum/document-input/text-encoding';
import { hexColour } from '@bakkum/markup/colour';
import type { XmlElement, XmlNode } from '@bakkum/markup/xml';
import type { Part } from './binary-tree.ts';

/** Part types. */
export const KIND = {
  foreignData: 0x0c,
  text: 0x0e,
  page: 0x15,
  styles: 0x1a,
  stencils: 0x1d,
  stencilPage: 0x1e,
  pages: 0x27,
  pageSheet: 0x46,
  group: 0x47,
  shape: 0x48,
  style: 0x4a,
  foreign: 0x4e,
  shapeList: 0x65,
  characters: 0x69,
  paragraphs: 0x6a,
  geometry: 0x6c,
  shapeId: 0x83,
  line: 0x85,
  fill: 0x86,
  textBlock: 0x87,
  geometryFlags: 0x89,
  pageProperties: 0x92,
  characterRow: 0x94,
  paragraphRow: 0x95,
  foreignType: 0x98,
  transform: 0x9b,
  textTransform: 0x9c,
} as const;

type Cells = readonly (readonly [name: string, value: number | string])[];

export const element = (name: string, attributes: Record<string, string>, children: readonly XmlNode[]): XmlElement => ({
  name,
  attributes,
  children,
});
export const cellsOf = (cells: Cells): readonly XmlElement[] =>
  cells.map(([name, value]) => element('Cell', { N: name, V: String(value) }, []));

/** Values are stored in sequence, each after a unit byte; in the file they are in inches and radians. */
const MEASURE = 9;
const measures = (data: DataView, names: readonly string[]): Cells =>
  names.flatMap((name, index) => {
    const at = index * MEASURE + 1;
    const value = at + 8 <= data.byteLength ? data.getFloat64(at, true) : Number.NaN;
    return Number.isFinite(value) ? [[name, value] as const] : [];
  });

const byteAt = (data: DataView, at: number): number => (at < data.byteLength ? data.getUint8(at) : 0);
const colourAt = (data: DataView, at: number): string => hexColour([0, 1, 2].map((step) => byteAt(data, at + step)));

/** Reads the cells in which a part describes its shape, style or page. */
export function cellsIn({ type, data }: Part): Cells {
  switch (type) {
    case KIND.transform:
      return [
        ...measures(data, ['PinX', 'PinY', 'Width', 'Height', 'LocPinX', 'LocPinY', 'Angle']),
        ['FlipX', byteAt(data, 63)],
        ['FlipY', byteAt(data, 64)],
      ];
    case KIND.textTransform:
      return measures(data, ['TxtPinX', 'TxtPinY', 'TxtWidth', 'TxtHeight', 'TxtLocPinX', 'TxtLocPinY', 'TxtAngle']);
    case KIND.line:
      return [
        ...measures(data, ['LineWeight']),
        ['LineColor', colourAt(data, 10)],
        ['LinePattern', byteAt(data, 14)],
        ['BeginArrow', byteAt(data, 25)],
        ['EndArrow', byteAt(data, 26)],
      ];
    case KIND.fill:
      return [
        ['FillForegnd', colourAt(data, 1)],
        ['FillForegndTrans', byteAt(data, 4) / 255],
        ['FillPattern', byteAt(data, 10)],
      ];
    case KIND.textBlock:
      return [...measures(data, ['LeftMargin', 'RightMargin', 'TopMargin', 'BottomMargin']), ['VerticalAlign', byteAt(data, 36)]];
    case KIND.pageProperties:
      return measures(data, ['PageWidth', 'PageHeight']);
    case KIND.foreignType:
      return measures(data, ['ImgOffsetX', 'ImgOffsetY', 'ImgWidth', 'ImgHeight']);
    default:
      return [];
  }
}

/** Geometry row types with the names of their values. Curves defined by formulas become straight lines to their end point. */
const ROWS: Readonly<Record<number, readonly [kind: string, ...cells: string[]]>> = {
  0x8a: ['MoveTo', 'X', 'Y'],
  0x8b: ['LineTo', 'X', 'Y'],
  0x8c: ['ArcTo', 'X', 'Y', 'A'],
  0x8f: ['Ellipse', 'X', 'Y', 'A', 'B', 'C', 'D'],
  0x90: ['EllipticalArcTo', 'X', 'Y', 'A', 'B', 'C'],
  0xa5: ['LineTo', 'X', 'Y'],
  0xa6: ['LineTo', 'X', 'Y'],
  0xc1: ['LineTo', 'X', 'Y'],
  0xc3: ['LineTo', 'X', 'Y'],
};

const ELLIPTICAL = 0x90;
const RATIO_AT = 45;

/** A geometry replaces its master's entirely. `most` is the maximum number of the master's rows. */
export function geometrySection({ parts }: Part, index: number, most: number): XmlElement {
  const flags = parts.find(({ type }) => type === KIND.geometryFlags);
  const says = flags ? byteAt(flags.data, 0) : 0;
  const drawn = parts.filter(({ type }) => ROWS[type] !== undefined);
  const left = Array.from({ length: Math.max(0, most - drawn.length) }, (_, row) =>
    element('Row', { IX: String(drawn.length + row), Del: '1' }, []),
  );
  const rows = drawn.map(({ type, data }, row) => {
    const [kind, ...names] = ROWS[type] ?? [''];
    const ratio: Cells = type === ELLIPTICAL && data.byteLength >= RATIO_AT + 8 ? [['D', data.getFloat64(RATIO_AT, true)]] : [];
    return element('Row', { T: kind, IX: String(row) }, cellsOf([...measures(data, names), ...ratio]));
  });
  const cells = cellsOf([
    ['NoFill', says & 1],
    ['NoLine', (says >> 1) & 1],
    ['NoShow', (says >> 2) & 1],
  ]);
  return element('Section', { N: 'Geometry', IX: String(index) }, [...cells, ...rows, ...left]);
}

/** Reads the character formatting of text runs and their lengths. */
export function characterSection({ parts }: Part): XmlElement {
  const rows = parts.filter(({ type }) => type === KIND.characterRow);
  return element(
    'Section',
    { N: 'Character' },
    rows.map(({ data }, index) =>
      element(
        'Row',
        { IX: String(index) },
        cellsOf([
          ['Color', colourAt(data, 7)],
          ['Style', byteAt(data, 11) & 7],
          ['Size', data.byteLength >= 26 ? data.getFloat64(18, true) : 0],
        ]),
      ),
    ),
  );
}

export function paragraphSection({ parts }: Part): XmlElement {
  const rows = parts.filter(({ type }) => type === KIND.paragraphRow);
  return element(
    'Section',
    { N: 'Paragraph' },
    rows.map(({ data }, index) => element('Row', { IX: String(index) }, cellsOf([['HorzAlign', byteAt(data, 58)]]))),
  );
}

const TEXT_AT = 8;

/** Returns the text with a marker where formatting changes. In Visio 2000 and 2002 it uses a code page. */
export function textElement(
  { data }: Part,
  rows: readonly { readonly type: number; readonly data: DataView }[],
  isWide: boolean,
): XmlElement {
  const bytes = new Uint8Array(
    data.buffer,
    data.byteOffset + Math.min(TEXT_AT, data.byteLength),
    Math.max(0, data.byteLength - TEXT_AT),
  );
  const whole = isWide ? new TextDecoder('utf-16le').decode(bytes) : decodeText(bytes.slice());
  // Fields, whose values are stored elsewhere, leave a marker in the text.
  const [words = ''] = whole.split('\0', 1);
  const marks = new Map<number, XmlElement[]>();
  for (const [type, name] of [
    [KIND.characterRow, 'cp'],
    [KIND.paragraphRow, 'pp'],
  ] as const) {
    let at = 0;
    for (const [index, row] of rows.filter((each) => each.type === type).entries()) {
      marks.set(at, [...(marks.get(at) ?? []), element(name, { IX: String(index) }, [])]);
      at += row.data.byteLength >= 4 ? row.data.getUint32(0, true) : 0;
    }
  }
  const places = [...marks.keys()].filter((place) => place <= words.length).sort((a, b) => a - b);
  const children = places.flatMap((place, index) => [
    ...(marks.get(place) ?? []),
    words.slice(place, places[index + 1]).replaceAll('\uFFFC', ''),
  ]);
  return element('Text', {}, children.length === 0 ? [words.replaceAll('\uFFFC', '')] : children);
}
