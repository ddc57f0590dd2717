import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { FACE_FILES } from '@bakkum/document-typefaces/catalogue';
import { type Cell, cellDown, cellSpan, cellText, type Look, type Part, placedCells, type Source } from './source.ts';

const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** An image of a few pixels, blue above green (PNG). */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGNgYPj//z8DA8N/BgYGBgAl7gP9dYzAlwAAAABJRU5ErkJggg==';

const MODULES = path.resolve(import.meta.dirname, '../../../node_modules');

/** The typefaces of our engines, so that Hangul is available wherever the browser runs. */
const FACES = (
  [
    ['NanumGothic', 400, FACE_FILES.gothic],
    ['NanumGothic', 700, FACE_FILES.gothicBold],
    ['NanumMyeongjo', 400, FACE_FILES.myeongjo],
    ['NanumMyeongjo', 700, FACE_FILES.myeongjoBold],
  ] as const
)
  .map(
    ([family, weight, file]) =>
      `@font-face{font-family:'${family}';font-weight:${weight};src:url('${pathToFileURL(path.join(MODULES, file)).href}')}`,
  )
  .join('\n');

/** Returns the document as a web page, for printing with Chromium. */
export function asHtml({ look, parts }: Source): string {
  const size = look.landscape ? 'A4 landscape' : 'A4';
  const style = `${FACES}
@page{size:${size};margin:2.2cm}body{font:${look.size}pt/1.4 '${look.font}';text-align:${look.align};columns:${look.columns};column-gap:.8cm;margin:0}
h1,h2{text-align:start;break-after:avoid}p{margin:0 0 .25cm}table{border-collapse:collapse;width:100%;margin:.3cm 0;text-align:start}tr{break-inside:avoid}
.ruled td,.ruled th{border:1px solid #444;padding:3pt 5pt}.plain td,.plain th{padding:3pt 5pt}.number{text-align:right}.ruled th{background:#d9e2f3}th{text-align:start}h1.title{text-align:center;font-size:22pt}h1{font-size:16pt}h2{font-size:13pt}`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><style>${style}</style><body>${htmlAcross(parts, look.across ?? 0)}</body></html>`;
}

function htmlAcross(parts: readonly Part[], across: number): string {
  const head = across > 0 ? `<div style="column-span:all">${parts.slice(0, across).map(htmlOf).join('\n')}</div>` : '';
  return head + parts.slice(across).map(htmlOf).join('\n');
}

function htmlOf(part: Part): string {
  switch (part.kind) {
    case 'title':
      return `<h1 class="title">${escape(part.text)}</h1>`;
    case 'heading':
      return `<h${part.level}>${escape(part.text)}</h${part.level}>`;
    case 'paragraph':
      return `<p>${escape(part.text)}</p>`;
    case 'list': {
      const tag = part.ordered ? 'ol' : 'ul';
      return `<${tag}>${part.items.map((item) => `<li>${escape(item)}</li>`).join('')}</${tag}>`;
    }
    case 'picture':
      return `<p><img width="150" height="100" src="data:image/png;base64,${PICTURE}"></p>`;
    case 'table': {
      const rows = placedCells(part.rows).map(
        (row, index) =>
          `<tr>${row
            .map(({ cell, column }) => htmlCell(cell, index === 0 && part.ruled, part.numeric.includes(column)))
            .join('')}</tr>`,
      );
      return `<table class="${part.ruled ? 'ruled' : 'plain'}">${rows.join('')}</table>`;
    }
    case 'contents':
      return '';
    case 'form':
      return part.fields.map(([label, value]) => `<p>${escape(label)}: <input value="${escape(value)}"></p>`).join('');
  }
}

function htmlCell(cell: Cell, isHead: boolean, isNumber: boolean): string {
  const tag = isHead ? 'th' : 'td';
  return `<${tag} colspan="${cellSpan(cell)}" rowspan="${cellDown(cell)}"${isNumber && !isHead ? ' class="number"' : ''}>${escape(cellText(cell))}</${tag}>`;
}

const NAMESPACES = ['office', 'style', 'text', 'table', 'drawing']
  .map((name) => `xmlns:${name === 'drawing' ? 'draw' : name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');
const MORE_NAMESPACES =
  'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:form="urn:oasis:names:tc:opendocument:xmlns:form:1.0" xmlns:ooo="http://openoffice.org/2004/office"';

const bold = 'fo:font-weight="bold" style:font-weight-asian="bold"';
const sized = (size: number): string => `fo:font-size="${size}pt" style:font-size-asian="${size}pt"`;

function paragraphStyle(name: string, paragraph: string, text = '', outline = 0): string {
  const level = outline > 0 ? ` style:default-outline-level="${outline}"` : '';
  return `<style:style style:name="${name}" style:family="paragraph"${level}><style:paragraph-properties ${paragraph}/><style:text-properties ${text}/></style:style>`;
}

const listLevel = (kind: 'bullet' | 'number'): string => {
  const mark = kind === 'bullet' ? 'text:bullet-char="•"' : 'style:num-format="1" style:num-suffix="."';
  return `<text:list-level-style-${kind} text:level="1" ${mark}><style:list-level-properties text:list-level-position-and-space-mode="label-alignment"><style:list-level-label-alignment text:label-followed-by="listtab" fo:text-indent="-0.6cm" fo:margin-left="1.2cm"/></style:list-level-properties></text:list-level-style-${kind}>`;
};

function stylesOf({ font, size, align, firstLineIndent }: Look): string {
  const asian = font.startsWith('Nanum') ? font : 'NanumGothic';
  const base = `fo:font-family="${font}" style:font-family-asian="${asian}" ${sized(size)} fo:language="en" fo:country="US" style:language-asian="ko" style:country-asian="KR"`;
  return [
    `<style:default-style style:family="paragraph"><style:text-properties ${base}/></style:default-style>`,
    paragraphStyle(
      'Standard',
      `fo:margin-bottom="0.25cm" fo:text-align="${align}" fo:line-height="115%"${firstLineIndent ? ' fo:text-indent="0.7cm"' : ''}`,
    ),
    paragraphStyle('Cell', 'fo:text-align="start"'),
    paragraphStyle('Number', 'fo:text-align="end"'),
    paragraphStyle('Item', 'fo:margin-bottom="0.08cm"'),
    paragraphStyle('Title', 'fo:text-align="center" fo:margin-bottom="0.5cm"', `${sized(22)} ${bold}`),
    paragraphStyle(
      'H1',
      'fo:margin-top="0.5cm" fo:margin-bottom="0.2cm" fo:keep-with-next="always"',
      `${sized(16)} ${bold} fo:color="#1f4e79"`,
      1,
    ),
    paragraphStyle('H2', 'fo:margin-top="0.4cm" fo:margin-bottom="0.15cm" fo:keep-with-next="always"', `${sized(13)} ${bold}`, 2),
    `<text:list-style style:name="Bullets">${listLevel('bullet')}</text:list-style><text:list-style style:name="Numbers">${listLevel('number')}</text:list-style>`,
  ].join('');
}

/** Returns the document as flat OpenDocument text, for printing with LibreOffice. */
export function asFlatText({ look, parts }: Source): string {
  const [width, height] = look.landscape ? ['29.7cm', '21cm'] : ['21cm', '29.7cm'];
  const edges =
    '<style:header-style><style:header-footer-properties fo:min-height="0.6cm" fo:margin-bottom="0.4cm"/></style:header-style><style:footer-style><style:header-footer-properties fo:min-height="0.6cm" fo:margin-top="0.4cm"/></style:footer-style>';
  const cell = (name: string, properties: string): string =>
    `<style:style style:name="${name}" style:family="table-cell"><style:table-cell-properties fo:padding="0.1cm" ${properties}/></style:style>`;
  const automatic = [
    `<style:page-layout style:name="P"><style:page-layout-properties fo:page-width="${width}" fo:page-height="${height}" fo:margin="2.2cm"/>${edges}</style:page-layout>`,
    `<style:style style:name="B" style:family="text"><style:text-properties ${bold}/></style:style>`,
    cell('ruled', 'fo:border="0.5pt solid #444444"'),
    cell('head', 'fo:border="0.5pt solid #444444" fo:background-color="#d9e2f3"'),
    cell('plain', 'fo:border="none"'),
    `<style:style style:name="columns" style:family="section"><style:section-properties><style:columns fo:column-count="${look.columns}" fo:column-gap="0.8cm"/></style:section-properties></style:style>`,
  ].join('');
  const header = look.header
    ? `<style:header><text:p text:style-name="Number">${escape(look.header)}</text:p></style:header>`
    : '';
  const footer = look.header
    ? '<style:footer><text:p text:style-name="Number"><text:page-number>1</text:page-number></text:p></style:footer>'
    : '';
  const across = look.columns > 1 ? (look.across ?? 1) : parts.length;
  const [above, below] = [parts.slice(0, across), parts.slice(across)].map((some) => some.map(flatOf).join(''));
  const columns = below ? `<text:section text:style-name="columns" text:name="S">${below}</text:section>` : '';
  const body = flatForms(parts) + above + columns;
  return (
    `<?xml version="1.0" encoding="UTF-8"?><office:document ${NAMESPACES} ${MORE_NAMESPACES} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">` +
    `<office:styles>${stylesOf(look)}</office:styles><office:automatic-styles>${automatic}</office:automatic-styles>` +
    `<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="P">${header}${footer}</style:master-page></office:master-styles>` +
    `<office:body><office:text>${body}</office:text></office:body></office:document>`
  );
}

const flatParagraph = (style: string, content: string): string => `<text:p text:style-name="${style}">${content}</text:p>`;

function flatOf(part: Part): string {
  switch (part.kind) {
    case 'title':
      return flatParagraph('Title', escape(part.text));
    case 'heading':
      return `<text:h text:style-name="H${part.level}" text:outline-level="${part.level}">${escape(part.text)}</text:h>`;
    case 'paragraph':
      return flatParagraph(
        'Standard',
        escape(part.text) +
          (part.note
            ? `<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body>${flatParagraph('Cell', escape(part.note))}</text:note-body></text:note>`
            : ''),
      );
    case 'list':
      return `<text:list text:style-name="${part.ordered ? 'Numbers' : 'Bullets'}">${part.items.map((item) => `<text:list-item>${flatParagraph('Item', escape(item))}</text:list-item>`).join('')}</text:list>`;
    case 'picture':
      return flatParagraph(
        'Standard',
        `<draw:frame text:anchor-type="as-char" svg:width="4cm" svg:height="2.6cm"><draw:image><office:binary-data>${PICTURE}</office:binary-data></draw:image></draw:frame>`,
      );
    case 'table':
      return flatTable(part);
    case 'contents':
      return '';
    case 'form':
      return part.fields
        .map(([label]) =>
          flatParagraph(
            'Standard',
            `${escape(label)}: <draw:control text:anchor-type="as-char" draw:control="${idOf(label)}" svg:width="7cm" svg:height="0.7cm"/>`,
          ),
        )
        .join('');
  }
}

const idOf = (label: string): string => `field-${[...label].map((letter) => letter.codePointAt(0)?.toString(36)).join('')}`;

function flatForms(parts: readonly Part[]): string {
  const fields = parts.flatMap((part) => (part.kind === 'form' ? part.fields : []));
  if (fields.length === 0) return '';
  const controls = fields.map(
    ([label, value]) =>
      `<form:text form:name="${escape(label)}" form:control-implementation="ooo:com.sun.star.form.component.TextField" xml:id="${idOf(label)}" form:id="${idOf(label)}" form:value="${escape(value)}" form:current-value="${escape(value)}"/>`,
  );
  return `<office:forms><form:form form:name="form">${controls.join('')}</form:form></office:forms>`;
}

function flatTable({ rows, ruled, numeric }: Extract<Part, { kind: 'table' }>): string {
  const columns = Math.max(...rows.map((row) => row.reduce((sum, cell) => sum + cellSpan(cell), 0)));
  const body = placedCells(rows).map((row, index) => {
    let end = 0;
    const cells = row.map(({ cell, column }) => {
      const isHead = index === 0 && ruled;
      const style = ruled ? (isHead ? 'head' : 'ruled') : 'plain';
      const text = isHead ? `<text:span text:style-name="B">${escape(cellText(cell))}</text:span>` : escape(cellText(cell));
      const above = '<table:covered-table-cell/>'.repeat(column - end);
      const covered = '<table:covered-table-cell/>'.repeat(cellSpan(cell) - 1);
      end = column + cellSpan(cell);
      return `${above}<table:table-cell table:style-name="${style}" table:number-columns-spanned="${cellSpan(cell)}" table:number-rows-spanned="${cellDown(cell)}">${flatParagraph(numeric.includes(column) && !isHead ? 'Number' : 'Cell', text)}</table:table-cell>${covered}`;
    });
    return `<table:table-row>${cells.join('')}${'<table:covered-table-cell/>'.repeat(columns - end)}</table:table-row>`;
  });
  return `<table:table><table:table-column table:number-columns-repeated="${columns}"/>${body.join('')}</table:table>${flatParagraph('Standard', '')}`;
}
