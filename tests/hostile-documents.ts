/** Malicious and oversized documents. */
import { strToU8, zipSync } from 'fflate';

const NAMESPACES = ['office', 'text', 'table', 'style', 'script']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat([
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"',
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
    'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
    'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:ooo="http://openoffice.org/2004/office"',
  ])
  .join(' ');

/** Creates a flat OpenDocument file. */
export const flat = (kind: 'text' | 'spreadsheet', body: string, head = '') =>
  `<?xml version="1.0"?><office:document ${NAMESPACES} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.${kind}">${head}<office:body><office:${kind}>${body}</office:${kind}></office:body></office:document>`;

/** Head of a text document in which each paragraph of style `P` begins a page. */
export const PAGE_BREAK =
  '<office:automatic-styles><style:style style:name="P" style:family="paragraph"><style:paragraph-properties fo:break-before="page"/></style:style></office:automatic-styles>';

/** A macro that would write "the macro ran" into the document on opening. */
export const MACRO = `<office:scripts>
<office:script script:language="ooo:Basic"><ooo:libraries xmlns:ooo="http://openoffice.org/2004/office"><ooo:library-embedded ooo:name="Standard"><ooo:module ooo:name="M"><ooo:source-code>Sub Main
ThisComponent.Text.setString("the macro ran")
End Sub</ooo:source-code></ooo:module></ooo:library-embedded></ooo:libraries></office:script>
<office:event-listeners><script:event-listener script:language="ooo:script" script:event-name="dom:load" xlink:href="vnd.sun.star.script:Standard.M.Main?language=Basic&amp;location=document" xlink:type="simple"/></office:event-listeners>
</office:scripts>`;

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

const relations = (rows: readonly string[]) =>
  `<?xml version="1.0"?><Relationships xmlns="${PACKAGE}/relationships">${rows.join('')}</Relationships>`;
const relation = (id: string, kind: string, target: string, mode = 'Internal') =>
  `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}" TargetMode="${mode}"/>`;

/**
 * Creates a Word document with that body. @param links addresses its text may reference as `l0`, `l1`, …; @param doctype before
 * its root
 */
export function wordDocument(body: string, links: readonly string[] = [], doctype = ''): Uint8Array<ArrayBuffer> {
  const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  const types = `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${main}"/>`;
  const parts = {
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="${PACKAGE}/content-types">${types}</Types>`,
    '_rels/.rels': relations([relation('r', 'officeDocument', 'word/document.xml')]),
    'word/_rels/document.xml.rels': relations(links.map((link, index) => relation(`l${index}`, 'image', link, 'External'))),
    'word/document.xml': `<?xml version="1.0"?>${doctype}<w:document xmlns:w="${WORD}" xmlns:r="${OFFICE}"><w:body>${body}</w:body></w:document>`,
  };
  return new Uint8Array(zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))));
}

export const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

/** Ten entities, each with ten of the previous one. */
export const LAUGHS = `<!DOCTYPE w:document [<!ENTITY a0 "ha">${Array.from({ length: 9 }, (_, index) => `<!ENTITY a${index + 1} "${`&a${index};`.repeat(10)}">`).join('')}]>`;

/** Returns the same package with a false uncompressed size for one member. */
export function claiming(file: Uint8Array<ArrayBuffer>, member: string, bytes: number): Uint8Array<ArrayBuffer> {
  const changed = file.slice();
  const view = new DataView(changed.buffer);
  for (let at = 0; at + 46 <= changed.length; at += 1) {
    const isEntry = view.getUint32(at, true) === 0x02014b50;
    const name = isEntry ? new TextDecoder().decode(changed.subarray(at + 46, at + 46 + view.getUint16(at + 28, true))) : '';
    if (name === member) view.setUint32(at + 24, bytes, true);
  }
  return changed;
}
