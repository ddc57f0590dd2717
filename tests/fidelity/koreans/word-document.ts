import { crc32 } from 'node:zlib';
import { FACES, HEADING, SENTENCE, TABLE, VERTICAL } from './content.ts';

const run = (text: string, face: string, more = ''): string =>
  `<w:r><w:rPr><w:rFonts w:ascii="${face}" w:hAnsi="${face}" w:eastAsia="${face}" w:hint="eastAsia"/>${more}<w:lang w:val="en-US" w:eastAsia="ko-KR"/></w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
/** As Korean Word writes it: lines may break within a word, and there is space between the two scripts. */
const paragraph = (runs: string, more = ''): string =>
  `<w:p><w:pPr>${more}<w:wordWrap w:val="0"/><w:autoSpaceDE w:val="0"/><w:autoSpaceDN w:val="0"/></w:pPr>${runs}</w:p>`;

const BORDER = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
  .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="000000"/>`)
  .join('');

function cell(text: string, face: string, properties = ''): string {
  return `<w:tc><w:tcPr><w:tcW w:w="2300" w:type="dxa"/>${properties}</w:tcPr>${paragraph(run(text, face))}</w:tc>`;
}

function table(): string {
  const rows = TABLE.map((cells, index) => {
    const merged = index === 1 ? '<w:vMerge w:val="restart"/>' : index === 2 ? '<w:vMerge/>' : '';
    const [head = '', ...others] = cells;
    const first = cell(index === 2 ? '' : head, '함초롬바탕', merged);
    return `<w:tr>${first}${others.map((text) => cell(text, '바탕')).join('')}</w:tr>`;
  });
  const upright = `<w:tr><w:trPr><w:trHeight w:val="3400" w:hRule="exact"/></w:trPr>${cell(VERTICAL, '굴림', '<w:textDirection w:val="tbRl"/>')}${cell(HEADING, '돋움', '<w:gridSpan w:val="3"/>')}</w:tr>`;
  return `<w:tbl><w:tblPr><w:tblW w:w="9200" w:type="dxa"/><w:tblBorders>${BORDER}</w:tblBorders></w:tblPr><w:tblGrid>${'<w:gridCol w:w="2300"/>'.repeat(4)}</w:tblGrid>${rows.join('')}${upright}</w:tbl>`;
}

const PAGE =
  '<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1700" w:right="1440" w:bottom="1440" w:left="1440" w:header="850" w:footer="990" w:gutter="0"/>';

function body(): string {
  const faces = FACES.map((face, index) => {
    const weight = index % 3 === 1 ? '<w:b/>' : index % 3 === 2 ? '<w:i/>' : '';
    return paragraph(run(SENTENCE, face, `${weight}<w:sz w:val="${18 + (index % 4) * 2}"/>`), '<w:jc w:val="both"/>');
  });
  const mixed = paragraph(FACES.map((face) => run(HEADING.slice(0, 5), face)).join(''));
  const sectionEnd = `<w:p><w:pPr><w:sectPr>${PAGE}<w:docGrid w:type="lines" w:linePitch="360"/></w:sectPr></w:pPr></w:p>`;
  const upright = paragraph(run(VERTICAL, '궁서'));
  return `${paragraph(run(HEADING, '맑은 고딕', '<w:b/><w:sz w:val="36"/>'))}${faces.join('')}${mixed}${table()}<w:p/>${sectionEnd}${upright}<w:sectPr>${PAGE}<w:textDirection w:val="tbRl"/></w:sectPr>`;
}

const MAIN = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const PARTS: readonly (readonly [string, () => string])[] = [
  [
    '[Content_Types].xml',
    () =>
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  ],
  [
    '_rels/.rels',
    () =>
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
  ],
  ['word/document.xml', () => `<w:document xmlns:w="${MAIN}"><w:body>${body()}</w:body></w:document>`],
];

/** A document in the markup of Word itself, which LibreOffice never writes: line grids, East Asian hints, merged cells. */
export function wordDocument(): Uint8Array {
  const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
  return storedZip(PARTS.map(([name, content]) => [name, new TextEncoder().encode(declaration + content())]));
}

/** The text {@link wordDocument} shows. */
export const WORD_DOCUMENT = [
  HEADING,
  SENTENCE.repeat(FACES.length),
  HEADING.slice(0, 5).repeat(FACES.length),
  ...TABLE.map((cells, index) => cells.slice(index === 2 ? 1 : 0).join('')),
  VERTICAL,
  HEADING,
  VERTICAL,
].join('');

/** Creates a zip with uncompressed members (APPNOTE 4.3). */
function storedZip(members: readonly (readonly [string, Uint8Array])[]): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of members) {
    const label = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(content.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(label.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, place, label);
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), facts, label, Buffer.from(content));
    at += 30 + label.length + content.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, listed, end]);
}
