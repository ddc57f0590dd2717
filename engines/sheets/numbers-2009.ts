import { ConversionError } from '@bakkum/conversion/errors';
import { unpackParts } from '@bakkum/document-input/packed-parts';
import { childOf, descendantsOf, parseXml, type XmlElement } from '@bakkum/markup/xml';
import { type CellObject, utils, type WorkBook } from '@e965/xlsx';

/** Tables of Numbers 2008 and 2009, a single XML file. Later versions use another format. */

const INDEX = 'index.xml';

/** Reads the tables; `undefined` for other versions. Errors: `corrupt`. */
export function readNumbers2009(file: Uint8Array<ArrayBuffer>): WorkBook | undefined {
  const index = unpackParts(file, (path) => path === INDEX).get(INDEX);
  if (!index) return undefined;
  const book = utils.book_new();
  for (const { name, table } of tablesIn(parseXml(new TextDecoder().decode(index)))) {
    const cells = cellsOf(table);
    const sheet = cells.some((row) => row.length > 0) ? utils.aoa_to_sheet<CellObject>(cells, { dense: true }) : { '!data': [] };
    utils.book_append_sheet(book, sheet, name, true);
  }
  return book;
}

/** A sheet has any number of tables; table templates are stored elsewhere. */
function tablesIn(root: XmlElement): readonly { readonly name: string; readonly table: XmlElement }[] {
  return [...descendantsOf(root, 'workspace')].flatMap((workspace) => {
    const tables = [...descendantsOf(workspace, 'tabular-model')];
    const sheet = attribute(workspace, 'workspace-name');
    return tables.map((table) => ({
      name: sheetName(tables.length === 1 ? sheet : `${sheet} ${attribute(table, 'name')}`),
      table,
    }));
  });
}

/** Removes characters Excel does not allow in sheet names. */
function sheetName(name: string): string {
  return (
    name
      .replaceAll(/[\\/?*[\]:]/g, ' ')
      .replaceAll(/^'|'$/g, '')
      .trim()
      .slice(0, 31) || 'Table'
  );
}

/**
 * Cells are numbered sequentially with this many per row; each states its offset from the previous one, or nothing for the next.
 */
const PLACES_IN_ROW = 256;
const MAX_ROWS = 65_536;

function cellsOf(table: XmlElement): CellObject[][] {
  const rows: CellObject[][] = [];
  const [source] = [...descendantsOf(table, 'datasource')];
  const menus = menuChoices(table);
  let place = -1;
  for (const cell of source?.children ?? []) {
    if (typeof cell === 'string') continue;
    const { 'sf:ct': distance = '1' } = cell.attributes;
    place = place < 0 ? Number(distance) % PLACES_IN_ROW : place + Number(distance);
    const row = Math.floor(place / PLACES_IN_ROW);
    if (!(row < MAX_ROWS)) throw new ConversionError('corrupt', 'a cell outside of its table');
    const content = cellOf(cell, menus);
    if (content) (rows[row] ??= [])[place % PLACES_IN_ROW] = content;
  }
  return Array.from(rows, (row) => row ?? []);
}

/** Pop-up menu items by id, as referred to by cells. */
function menuChoices(table: XmlElement): ReadonlyMap<string, XmlElement> {
  const choices = [...descendantsOf(table, 'menu-choices')].flatMap(({ children }) => children);
  return new Map(choices.flatMap((choice) => (typeof choice === 'string' ? [] : [[attribute(choice, 'ID'), choice]])));
}

const DAY_SECONDS = 86_400;
/** 2001-01-01, the epoch of the stored seconds, as an Excel day number. */
const FIRST_DAY = 36_892;

function cellOf(cell: XmlElement, menus: ReadonlyMap<string, XmlElement>): CellObject | undefined {
  const value = (name: string): number => Number(attribute(cell, name));
  switch (cell.name.replace(/^r(?=[a-z])/, '')) {
    case 't':
      return worded(textOf(cell));
    case 'n':
      return numeric(value('v'));
    case 'd':
      return dated(FIRST_DAY + value('cell-date') / DAY_SECONDS);
    case 'du':
      return { ...numeric(value('du') / DAY_SECONDS), z: '[h]:mm:ss' };
    case 'cb':
    case 'b':
      return { t: 'b', v: attribute(cell, 'v') === '1' || attribute(cell, 'v') === 'true' };
    case 'f':
      return shown(childOf(cell, 'r')?.children[0], menus);
    case 'pm':
      return shown(menus.get(attribute(childOf(cell, 'proxied-cell-ref') ?? cell, 'IDREF')), menus);
    default:
      return undefined;
  }
}

function worded(text: string): CellObject | undefined {
  return text === '' ? undefined : { t: 's', v: text };
}

function shown(cell: XmlElement | string | undefined, menus: ReadonlyMap<string, XmlElement>): CellObject | undefined {
  const goesOn = cell !== undefined && typeof cell !== 'string' && cell.name !== 'pm' && cell.name !== 'f';
  return goesOn ? cellOf(cell, menus) : undefined;
}

/** Rounds to fifteen digits, as typed. */
function numeric(value: number): CellObject {
  return { t: 'n', v: Number(value.toPrecision(15)) };
}

function dated(serial: number): CellObject {
  return { t: 'n', v: serial, z: Number.isInteger(serial) ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm' };
}

/** Plain text is an attribute, styled text is paragraphs. */
function textOf(cell: XmlElement): string {
  const plain = childOf(cell, 'ct');
  if (plain && attribute(plain, 's') !== '') return attribute(plain, 's');
  return [...descendantsOf(cell, 'p')].map((paragraph) => lettersIn(paragraph)).join('\n');
}

function lettersIn(element: XmlElement): string {
  return element.children
    .map((child) => (typeof child === 'string' ? child : child.name === 'br' ? '\n' : lettersIn(child)))
    .join('');
}

/** Attribute names keep their prefix. */
function attribute({ attributes }: XmlElement, name: string): string {
  return attributes[`sf:${name}`] ?? attributes[`sfa:${name}`] ?? attributes[`ls:${name}`] ?? '';
}
