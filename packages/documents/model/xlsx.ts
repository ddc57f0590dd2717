import { escapeXmlAttribute, escapeXmlText } from '@bakkum/markup/escape';
import { STANDALONE_XML_DECLARATION } from '@bakkum/markup/write-xml';
import { strToU8, zipSync } from 'fflate';
import { numberOf, type TextTable } from './tables.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/**
 * Writes a workbook with one sheet per table; text that is a number becomes one, with its separators as the format (ECMA-376,
 * part 1, 18).
 */
export function writeXlsx(tables: readonly TextTable[]): Blob {
  const names = sheetNames(tables);
  const sheets = tables.map((table, index) => [`xl/worksheets/sheet${index + 1}.xml`, strToU8(sheetXml(table))] as const);
  const files = {
    '[Content_Types].xml': strToU8(contentTypes(tables.length)),
    '_rels/.rels': strToU8(relations([['workbook', 'officeDocument', 'xl/workbook.xml']])),
    'xl/workbook.xml': strToU8(workbookXml(names)),
    'xl/styles.xml': strToU8(STYLES),
    'xl/_rels/workbook.xml.rels': strToU8(
      relations([
        ['styles', 'styles', 'styles.xml'],
        ...names.map((_, index) => [`sheet${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`] as const),
      ]),
    ),
    ...Object.fromEntries(sheets),
  };
  return new Blob([new Uint8Array(zipSync(files, { level: 6 }))], { type: XLSX });
}

/** At most 31 characters, none of `[]:*?/\`, unique regardless of case. */
function sheetNames(tables: readonly TextTable[]): readonly string[] {
  const used = new Set<string>();
  return tables.map(({ title }, index) => {
    const wanted =
      title
        .replace(/[[\]:*?/\\']/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, 26) || `Table ${index + 1}`;
    let name = wanted;
    for (let count = 2; used.has(name.toLowerCase()); count++) name = `${wanted} (${count})`;
    used.add(name.toLowerCase());
    return name;
  });
}

const WHOLE = 1;
const FRACTION = 2;
const GENERAL = 0;

function sheetXml({ rows }: TextTable): string {
  const body = rows.map((row, index) => {
    const cells = row.map((text, column) => cellXml(`${columnName(column)}${index + 1}`, text));
    return `<row r="${index + 1}">${cells.join('')}</row>`;
  });
  return `${STANDALONE_XML_DECLARATION}<worksheet xmlns="${MAIN}"><sheetData>${body.join('')}</sheetData></worksheet>`;
}

function cellXml(place: string, text: string): string {
  if (text === '') return '';
  const number = numberOf(text);
  if (number === undefined)
    return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escapeXmlText(text)}</t></is></c>`;
  const style = text.includes(',') ? (text.includes('.') ? FRACTION : WHOLE) : GENERAL;
  return `<c r="${place}" s="${style}"><v>${number}</v></c>`;
}

function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
}

function workbookXml(names: readonly string[]): string {
  const sheets = names.map(
    (name, index) => `<sheet name="${escapeXmlAttribute(name)}" sheetId="${index + 1}" r:id="sheet${index + 1}"/>`,
  );
  return `${STANDALONE_XML_DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheets.join('')}</sheets></workbook>`;
}

/** Formats 3 and 4 are `#,##0` and `#,##0.00` (18.8.30). */
const STYLES =
  `${STANDALONE_XML_DECLARATION}<styleSheet xmlns="${MAIN}"><fonts count="1"><font><sz val="11"/></font></fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>' +
  '<cellXfs count="3"><xf/><xf numFmtId="3" applyNumberFormat="1"/><xf numFmtId="4" applyNumberFormat="1"/></cellXfs></styleSheet>';

function relations(parts: readonly (readonly [string, string, string])[]): string {
  const all = parts.map(([id, type, target]) => `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`);
  return `${STANDALONE_XML_DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;
}

function contentTypes(sheets: number): string {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const parts = Array.from(
    { length: sheets },
    (_, index) => `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${type}.worksheet+xml"/>`,
  );
  return (
    `${STANDALONE_XML_DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${parts.join('')}</Types>`
  );
}
