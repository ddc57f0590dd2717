import { escapeXmlText } from '@bakkum/markup/escape';
export const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>';

const HANCOM = 'http://www.hancom.co.kr/hwpml';

/** Namespaces of every text part. */
export const NAMESPACES: string = Object.entries({
  ha: `${HANCOM}/2011/app`,
  hp: `${HANCOM}/2011/paragraph`,
  hp10: `${HANCOM}/2016/paragraph`,
  hs: `${HANCOM}/2011/section`,
  hc: `${HANCOM}/2011/core`,
  hh: `${HANCOM}/2011/head`,
  hhs: `${HANCOM}/2011/history`,
  hm: `${HANCOM}/2011/master-page`,
  hpf: 'http://www.hancom.co.kr/schema/2011/hpf',
  dc: 'http://purl.org/dc/elements/1.1/',
  opf: 'http://www.idpf.org/2007/opf/',
  hwpunitchar: `${HANCOM}/2016/HwpUnitChar`,
  epub: 'http://www.idpf.org/2007/ops',
  config: 'urn:oasis:names:tc:opendocument:xmlns:config:1.0',
})
  .map(([prefix, name]) => `xmlns:${prefix}="${name}"`)
  .join(' ');

export const VERSION = `${DECLARATION}<hv:HCFVersion xmlns:hv="${HANCOM}/2011/version" tagetApplication="WORDPROCESSOR" major="5" minor="1" micro="0" buildNumber="1" os="1" xmlVersion="1.4" application="Bakkum" appVersion="1.0"/>`;

export const SETTINGS = `${DECLARATION}<ha:HWPApplicationSetting ${NAMESPACES}><ha:CaretPosition listIDRef="0" paraIDRef="0" pos="0"/></ha:HWPApplicationSetting>`;

export const CONTAINER = `${DECLARATION}<ocf:container xmlns:ocf="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:hpf="http://www.hancom.co.kr/schema/2011/hpf"><ocf:rootfiles><ocf:rootfile full-path="Contents/content.hpf" media-type="application/hwpml-package+xml"/><ocf:rootfile full-path="Preview/PrvText.txt" media-type="text/plain"/></ocf:rootfiles></ocf:container>`;

export const MANIFEST = `${DECLARATION}<odf:manifest xmlns:odf="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>`;

/** HWPUNIT: hundredths of a point. */
export const units = (points: number): number => Math.round(points * 100);

/** An image file in the package. */
export type PackedPicture = { readonly id: string; readonly path: string; readonly mediaType: string };

/** The package manifest and reading order. */
export function contentsXml(title: string, author: string, sections: number, pictures: readonly PackedPicture[]): string {
  const item = (id: string, path: string, type: string, more = ''): string =>
    `<opf:item id="${id}" href="${path}" media-type="${type}"${more}/>`;
  const names = Array.from({ length: sections }, (_, index) => `section${index}`);
  return (
    `${DECLARATION}<opf:package ${NAMESPACES} version="" unique-identifier="" id="">` +
    `<opf:metadata><opf:title>${escapeXmlText(title)}</opf:title><opf:language>ko</opf:language>` +
    `<opf:meta name="creator" content="text">${escapeXmlText(author)}</opf:meta></opf:metadata><opf:manifest>` +
    item('header', 'Contents/header.xml', 'application/xml') +
    names.map((name) => item(name, `Contents/${name}.xml`, 'application/xml')).join('') +
    pictures.map(({ id, path, mediaType }) => item(id, path, mediaType, ' isEmbeded="1"')).join('') +
    item('settings', 'settings.xml', 'application/xml') +
    '</opf:manifest><opf:spine><opf:itemref idref="header" linear="yes"/>' +
    `${names.map((name) => `<opf:itemref idref="${name}" linear="yes"/>`).join('')}</opf:spine></opf:package>`
  );
}
