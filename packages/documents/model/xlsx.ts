import { uniqueNames } from '@bakkum/conversion/file-names';
import { escapeXmlAttribute, escapeXmlText } from '@bakkum/markup/escape';
import { STANDALONE_XML_DECLARATION } from '@bakkum/markup/write-xml';
import { type OfficePart, packOffice, RELATIONSHIPS, type Relation, relationshipsXml } from './opc.ts';
import { numberOf, type TextTable } from './tables.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/**
 * Writes a workbook with one sheet per table; text that is a number becomes one, with its separators as the format (ECMA-376,
 * part 1, 18).
 */
export function writeXlsx(tables: readonly TextTable[]): Blob {
  const names = sheetNames(tables);
  const relations = relationshipsXml([
    ['styles', 'styles', 'styles.xml'],
    ...names.map((_, index): Relation => [`sheet${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`]),
  ]);
  const sheets = tables.map((table, index) => ({
    path: `xl/worksheets/sheet${index + 1}.xml`,
    xml: sheetXml(table),
    type: 'spreadsheetml.worksheet',
  }));
  const parts: readonly [OfficePart, ...OfficePart[]] = [
    { path: 'xl/workbook.xml', xml: workbookXml(names), type: 'spreadsheetml.sheet.main' },
    { path: 'xl/_rels/workbook.xml.rels', xml: relations },
    { path: 'xl/styles.xml', xml: STYLES, type: 'spreadsheetml.styles' },
    ...sheets,
  ];
  return packOffice(XLSX, parts, {});
}

/** At most 31 characters, none of `[]:*?/\`, unique regardless of case. */
function sheetNames(tables: readonly TextTable[]): readonly string[] {
  const unique = uniqueNames((name, count) => `${name} (${count})`);
  return tables.map(({ title }, index) => {
    const wanted =
      title
        .replace(/[[\]:*?/\\']/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, 26) || `Table ${index + 1}`;
    return unique(wanted);
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
  return `${STANDALONE_XML_DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheets>${sheets.join('')}</sheets></workbook>`;
}

/** Formats 3 and 4 are `#,##0` and `#,##0.00` (18.8.30). */
const STYLES =
  `${STANDALONE_XML_DECLARATION}<styleSheet xmlns="${MAIN}"><fonts count="1"><font><sz val="11"/></font></fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>' +
  '<cellXfs count="3"><xf/><xf numFmtId="3" applyNumberFormat="1"/><xf numFmtId="4" applyNumberFormat="1"/></cellXfs></styleSheet>';
