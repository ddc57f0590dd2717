import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { COMPRESSED, normalizedPackage, STORED, withBarePageNumbers } from './normalize.ts';

const VERSION_2018 = '<hv:HCFVersion xmlVersion="1.2" application="Hancom Office Hangul" appVersion="10, 0, 0, 5060 WIN32"/>';
const VERSION_2022 = '<hv:HCFVersion xmlVersion="1.4" application="Hancom Office Hangul" appVersion="12, 0, 0, 535 WIN32"/>';

const HEAD =
  '<hh:head><hh:charPr id="0" height="2000" textColor="#0000FF" shadeColor="#FF00FF80">' +
  '<hh:ratio hangul="100" latin="90" user="100"/><hh:relSz hangul="65" latin="130" user="65"/></hh:charPr>' +
  '<hh:charPr id="1" height="1000" textColor="#112233"><hh:ratio hangul="100" latin="100"/><hh:relSz hangul="100" latin="100"/></hh:charPr>' +
  '<hh:borderFills><hh:borderFill id="2"><hh:topBorder type="SOLID"/></hh:borderFill><hh:borderFill id="3"/></hh:borderFills>' +
  '<hc:gradation><hc:color value="#F7EBDD"/></hc:gradation></hh:head>';
const SECTION =
  '<hs:sec><hp:p><hp:pageNum pos="BOTTOM_CENTER" sideChar=""/><hp:t>color="#123456" sideChar=""</hp:t></hp:p></hs:sec>';

function packed(version: string, section = SECTION): Uint8Array<ArrayBuffer> {
  const parts = { 'version.xml': version, 'Contents/header.xml': HEAD, 'Contents/section0.xml': section };
  const texts = Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)]));
  return new Uint8Array(zipSync({ ...texts, 'BinData/image1.png': Uint8Array.of(1, 2, 3) }));
}

const partOf = (file: Uint8Array, path: string): string => strFromU8(unzipSync(file)[path] ?? new Uint8Array());

describe('a normalized Hangul package', () => {
  it('has the colors of Hancom Office 2018 in their order, outside of text', () => {
    const file = normalizedPackage(packed(VERSION_2018));
    const head = partOf(file, 'Contents/header.xml');
    for (const colour of ['textColor="#FF0000"', 'shadeColor="#FF80FF00"', 'textColor="#332211"', 'value="#DDEBF7"'])
      expect(head).toContain(colour);
    expect(partOf(file, 'Contents/section0.xml')).toContain('color="#123456"');
    expect([...(unzipSync(file)['BinData/image1.png'] ?? [])]).toEqual([1, 2, 3]);
  });

  it('keeps the colors of other versions', () => {
    const head = partOf(normalizedPackage(packed(VERSION_2022)), 'Contents/header.xml');
    expect(head).toContain('textColor="#0000FF"');
    const copied = VERSION_2018.replace('10, 0', '11, 0');
    expect(partOf(normalizedPackage(packed(copied)), 'Contents/header.xml')).toContain('textColor="#0000FF"');
  });

  it('multiplies sizes on request and keeps the width of other scripts', () => {
    const head = partOf(normalizedPackage(packed(VERSION_2022), { simplifies: true }), 'Contents/header.xml');
    expect(head).toContain('height="1300"');
    expect(head).toContain('<hh:ratio hangul="100" latin="180" user="100"/><hh:relSz hangul="100" latin="100" user="100"/>');
    expect(head).toContain('height="1000"');
    expect(partOf(normalizedPackage(packed(VERSION_2022)), 'Contents/header.xml')).toBe(HEAD);
  });

  it('names typefaces differently where text is not East Asian', () => {
    const list = (script: string): string =>
      `<hh:fontface lang="${script}"><hh:font id="0" face="A &amp; B"/><hh:font id="1" face="C"/></hh:fontface>`;
    const file = packed(VERSION_2022, `<hs:sec>${list('HANGUL')}${list('LATIN')}</hs:sec>`);
    const changed = normalizedPackage(file, { faces: new Map([['A & B', 'D']]) });
    expect(partOf(changed, 'Contents/section0.xml')).toBe(
      `<hs:sec>${list('HANGUL')}${list('LATIN').replace('A &amp; B', 'D')}</hs:sec>`,
    );
  });

  it('has tables in place of columns inside cells on request, with empty elements as programs read them', () => {
    const columns = '<hp:run><hp:ctrl><hp:colPr colCount="2" sameGap="100"/></hp:ctrl></hp:run>';
    const text = (word: string): string => `<hp:p><hp:run><hp:t>${word}</hp:t></hp:run></hp:p>`;
    const list = `<hp:subList>${text('가').replace('<hp:p>', `<hp:p>${columns}`)}${text('나')}</hp:subList>`;
    const section = `<hs:sec><hp:tbl><hp:tr><hp:tc>${list}<hp:cellSz width="1100"/></hp:tc></hp:tr></hp:tbl></hs:sec>`;
    const xml = partOf(normalizedPackage(packed(VERSION_2022, section), { simplifies: true }), 'Contents/section0.xml');
    expect(xml.match(/<hp:tbl\b/g)).toHaveLength(2);
    expect(xml).toContain('<hp:cellSz width="600" height="100"/><hp:cellMargin left="0" right="100" top="0" bottom="0"/>');
    expect(xml).toContain('borderFillIDRef="3"');
    expect(xml).not.toContain('colPr');
  });

  it('has page numbers without an empty side character', () => {
    expect(partOf(normalizedPackage(packed(VERSION_2022)), 'Contents/section0.xml')).toBe(
      '<hs:sec><hp:p><hp:pageNum pos="BOTTOM_CENTER"/><hp:t>color="#123456" sideChar=""</hp:t></hp:p></hs:sec>',
    );
  });

  it('is the same file if nothing differs or it is damaged', () => {
    const plain = packed(VERSION_2022, '<hs:sec/>');
    expect(normalizedPackage(plain)).toBe(plain);
    const damaged = plain.slice(0, 100);
    expect(normalizedPackage(damaged)).toBe(damaged);
  });

  it('is compressed as a result, with its media type first and stored', () => {
    const file = packed(VERSION_2022);
    const typed = new Uint8Array(zipSync({ ...unzipSync(file), mimetype: strToU8('application/hwp+zip') }));
    const numbered = withBarePageNumbers(typed, [true], COMPRESSED);
    expect(strFromU8(numbered.subarray(30, 57))).toBe('mimetypeapplication/hwp+zip');
    expect(numbered.length).toBeLessThan(withBarePageNumbers(typed, [true], STORED).length);
    expect(partOf(numbered, 'Contents/section0.xml')).toBe(SECTION);
  });
});
