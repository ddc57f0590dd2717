import { FACES, HEADING, SENTENCE, TABLE, VERTICAL } from './content.ts';

const NAMESPACES = [
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"',
  'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"',
  'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
  'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0"',
].join(' ');

const faceStyles = FACES.map((_, index) => {
  const weight = index % 3 === 1 ? ' fo:font-weight="bold" style:font-weight-asian="bold"' : '';
  return `<style:style style:name="F${index}" style:family="text"><style:text-properties style:font-name="f${index}" style:font-name-asian="f${index}" fo:language="en" fo:country="US" style:language-asian="ko" style:country-asian="KR"${weight}/></style:style>`;
}).join('');
const faceNames = FACES.map((face, index) => `<style:font-face style:name="f${index}" svg:font-family="'${face}'"/>`).join('');

function flat(kind: string, styles: string, pages: string, body: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${NAMESPACES} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.${kind}">
<office:font-face-decls>${faceNames}</office:font-face-decls>
<office:automatic-styles>${faceStyles}${styles}</office:automatic-styles>${pages}
<office:body>${body}</office:body></office:document>
`;
}

const inFace = (text: string, face: number): string =>
  `<text:p><text:span text:style-name="F${face}">${text}</text:span></text:p>`;
const sentences = FACES.map((_, face) => inFace(SENTENCE, face)).join('');

function row(cells: readonly string[], face: number, attributes = ''): string {
  const inCells = cells.map(
    (cell) => `<table:table-cell office:value-type="string"${attributes}>${inFace(cell, face)}</table:table-cell>`,
  );
  return `<table:table-row>${inCells.join('')}</table:table-row>`;
}

const MIXED = FACES.map((_, face) => `<text:span text:style-name="F${face}">${HEADING.slice(0, 5)}</text:span>`).join(' ');

/**
 * A report: a heading, every typeface in a paragraph, all on one line, a bordered table, and a cell and a page in vertical
 * writing.
 */
export function flatText(): string {
  const styles = `<style:page-layout style:name="L"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm" fo:margin="2cm"/></style:page-layout>
<style:page-layout style:name="V"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm" fo:margin="2cm" style:writing-mode="tb-rl"/></style:page-layout>
<style:style style:name="C" style:family="table-cell"><style:table-cell-properties fo:border="0.5pt solid #000000" fo:padding="1mm"/></style:style>
<style:style style:name="CV" style:family="table-cell"><style:table-cell-properties fo:border="0.5pt solid #000000" style:writing-mode="tb-rl"/></style:style>
<style:style style:name="R" style:family="table-row"><style:table-row-properties style:row-height="6cm"/></style:style>
<style:style style:name="PV" style:family="paragraph" style:master-page-name="Vertical"/>`;
  const masters =
    '<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="L"/><style:master-page style:name="Vertical" style:page-layout-name="V"/></office:master-styles>';
  const rows = TABLE.map((cells, index) => row(cells, index, ' table:style-name="C"')).join('');
  const upright = `<table:table-row table:style-name="R"><table:table-cell table:style-name="CV">${inFace(VERTICAL, 2)}</table:table-cell><table:table-cell table:style-name="C" table:number-columns-spanned="3">${inFace(HEADING, 0)}</table:table-cell><table:covered-table-cell/><table:covered-table-cell/></table:table-row>`;
  const table = `<table:table><table:table-column table:number-columns-repeated="4"/>${rows}${upright}</table:table>`;
  const body = `<text:h text:outline-level="1">${HEADING}</text:h>${sentences}<text:p>${MIXED}</text:p>${table}<text:p text:style-name="PV">${VERTICAL}</text:p>`;
  return flat('text', styles, masters, `<office:text>${body}</office:text>`);
}

/** The text {@link flatText} shows. */
export const FLAT_TEXT = [
  HEADING,
  SENTENCE.repeat(FACES.length),
  HEADING.slice(0, 5).repeat(FACES.length),
  TABLE.flat().join(''),
  VERTICAL,
  HEADING,
  VERTICAL,
].join('');

const CELLS = [...TABLE.map((cells) => cells.join('')), ...FACES.map(() => SENTENCE), VERTICAL];

/** A sheet with the table, every typeface in a cell, and one cell in vertical writing. */
export function flatSheet(): string {
  const styles =
    '<style:style style:name="W" style:family="table-column"><style:table-column-properties style:column-width="16cm"/></style:style><style:style style:name="H" style:family="table-row"><style:table-row-properties style:row-height="20cm" style:use-optimal-row-height="false"/></style:style><style:style style:name="T" style:family="table-cell"><style:table-cell-properties style:direction="ttb"/></style:style><style:style style:name="N" style:family="table-cell"><style:table-cell-properties fo:wrap-option="wrap"/></style:style>';
  const rows = [...TABLE.map((cells) => cells.join('')), ...FACES.map(() => SENTENCE)].map((cell, index) =>
    row([cell], index % FACES.length, ' table:style-name="N"'),
  );
  const upright = row([VERTICAL], 2, ' table:style-name="T"').replace(
    '<table:table-row>',
    '<table:table-row table:style-name="H">',
  );
  const body = `<office:spreadsheet><table:table table:name="Sheet1"><table:table-column table:style-name="W"/>${rows.join('')}${upright}</table:table></office:spreadsheet>`;
  return flat('spreadsheet', styles, '', body);
}

export const FLAT_SHEET = CELLS.join('');

/** One slide per typeface. */
export function flatSlides(): string {
  const pages = FACES.map((_, face) => {
    const box = `<draw:frame svg:x="1cm" svg:y="2cm" svg:width="24cm" svg:height="8cm"><draw:text-box>${inFace(SENTENCE, face)}</draw:text-box></draw:frame>`;
    return `<draw:page draw:name="p${face}" draw:master-page-name="M">${box}</draw:page>`;
  });
  const master = '<office:master-styles><style:master-page style:name="M" style:page-layout-name="S"/></office:master-styles>';
  const layout =
    '<style:page-layout style:name="S"><style:page-layout-properties fo:page-width="28cm" fo:page-height="15.75cm"/></style:page-layout>';
  return flat('presentation', layout, master, `<office:presentation>${pages.join('')}</office:presentation>`);
}

export const FLAT_SLIDES = SENTENCE.repeat(FACES.length);
