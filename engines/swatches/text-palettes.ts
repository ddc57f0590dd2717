import { viewOf } from '@bakkum/bytes/bytes';
import { corrupt } from '@bakkum/conversion/errors';
import { decodeText } from '@bakkum/document-input/text-encoding';
import { escapeXmlAttribute, escapeXmlText } from '@bakkum/markup/escape';
import { XML_DECLARATION } from '@bakkum/markup/write-xml';
import { descendantsOf, parseXml } from '@bakkum/markup/xml';
import { type Dialect, hexOf, type Swatch } from './palette.ts';

const linesOf = (file: Uint8Array<ArrayBuffer>): readonly string[] =>
  decodeText(file)
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/);

function tripleOf(line: string): Swatch | undefined {
  const match = /^\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})(?:[\s,]+(.*)|$)/.exec(line);
  if (!match) return undefined;
  const [red = 0, green = 0, blue = 0] = match.slice(1, 4).map(Number);
  if (red > 255 || green > 255 || blue > 255) return undefined;
  const name = (match[4] ?? '').trim();
  return { name: name === 'Untitled' ? '' : name, red, green, blue };
}

/** GIMP. */
export const gpl: Dialect = {
  read(file) {
    const [first = '', ...lines] = linesOf(file);
    if (first.trim() !== 'GIMP Palette') throw corrupt('no GIMP palette');
    const name = lines.map((line) => /^Name:(.*)/.exec(line)?.[1]).find((found) => found !== undefined);
    return { name: name?.trim() ?? '', swatches: lines.flatMap((line) => tripleOf(line) ?? []) };
  },
  write({ name, swatches }) {
    const pad = (value: number): string => String(value).padStart(3);
    const rows = swatches.map(
      (swatch) => `${pad(swatch.red)} ${pad(swatch.green)} ${pad(swatch.blue)}\t${swatch.name || 'Untitled'}`,
    );
    return `GIMP Palette\nName: ${name || 'Palette'}\nColumns: 8\n#\n${rows.join('\n')}\n`;
  },
};

/** Paint Shop Pro text or Windows RIFF; text is written. */
export const pal: Dialect = {
  read(file) {
    if (file[0] === 0x52 && file[1] === 0x49) return { name: '', swatches: riffColours(file) };
    const [first = '', , count = '', ...lines] = linesOf(file);
    if (first.trim() !== 'JASC-PAL') throw corrupt('no JASC-PAL');
    const swatches = lines.flatMap((line) => tripleOf(line) ?? []);
    if (swatches.length < Number(count)) throw corrupt(`${swatches.length} of ${count} colours`);
    return { name: '', swatches: swatches.slice(0, Number(count)) };
  },
  write({ swatches }) {
    const rows = swatches.map(({ red, green, blue }) => `${red} ${green} ${blue}\r\n`);
    return `JASC-PAL\r\n0100\r\n${swatches.length}\r\n${rows.join('')}`;
  },
};

function riffColours(file: Uint8Array<ArrayBuffer>): readonly Swatch[] {
  const view = viewOf(file);
  if (file.length < 24 || view.getUint32(8) !== 0x50_41_4c_20) throw corrupt('no palette in RIFF');
  const count = view.getUint16(22, true);
  if (24 + count * 4 > file.length) throw corrupt('cut off');
  return Array.from({ length: count }, (_, index) => {
    const [red = 0, green = 0, blue = 0] = file.subarray(24 + index * 4, 27 + index * 4);
    return { name: '', red, green, blue };
  });
}

const bitsOf = (hex: string): Pick<Swatch, 'red' | 'green' | 'blue'> => {
  const value = Number.parseInt(hex, 16);
  return { red: value >> 16, green: (value >> 8) & 255, blue: value & 255 };
};

/** One colour per line as six hexadecimal digits, as pixel artists share them. */
export const hex: Dialect = {
  read(file) {
    const lines = linesOf(file)
      .map((line) => line.trim())
      .filter((line) => line !== '');
    const digits = lines.map((line) => /^#?([0-9a-f]{6})$/i.exec(line)?.[1]);
    const swatches = digits.flatMap((found) => (found === undefined ? [] : [{ name: '', ...bitsOf(found) }]));
    if (swatches.length === 0 || swatches.length < lines.length) throw corrupt('lines that are no colours');
    return { name: '', swatches };
  },
  write: ({ swatches }) => swatches.map((swatch) => `${hexOf(swatch).slice(1)}\n`).join(''),
};

/** LibreOffice. */
export const soc: Dialect = {
  read(file) {
    const colours = [...descendantsOf(parseXml(decodeText(file)), 'color')];
    const swatches = colours.flatMap(({ attributes }) => {
      const digits = /^#([0-9a-f]{6})$/i.exec(attributes['draw:color'] ?? '')?.[1];
      return digits === undefined ? [] : [{ name: attributes['draw:name'] ?? '', ...bitsOf(digits) }];
    });
    return { name: '', swatches };
  },
  write({ swatches }) {
    const rows = swatches.map(
      (swatch, index) => `<draw:color draw:name="${escapeXmlAttribute(nameOf(swatch, index))}" draw:color="${hexOf(swatch)}"/>\n`,
    );
    return `${XML_DECLARATION}<ooo:color-table xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:ooo="http://openoffice.org/2004/office">\n${rows.join('')}</ooo:color-table>\n`;
  },
};

const nameOf = (swatch: Swatch, index: number): string => swatch.name || `${index + 1} ${hexOf(swatch)}`;

const never: Dialect['read'] = () => {
  throw corrupt('not read');
};

/** Custom property names; a number for names without letters or digits. */
export const css: Dialect = {
  read: never,
  write({ swatches }) {
    const taken = new Set<string>();
    const rows = swatches.map((swatch, index) => {
      const plain = swatch.name
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
        .replaceAll(/^-|-$/g, '');
      const base = plain || `colour-${index + 1}`;
      const name = taken.has(base) ? `${base}-${index + 1}` : base;
      taken.add(name);
      return `  --${name}: ${hexOf(swatch)};\n`;
    });
    return `:root {\n${rows.join('')}}\n`;
  },
};

export const json: Dialect = {
  read: never,
  write: ({ name, swatches }) =>
    `${JSON.stringify({ ...(name ? { name } : {}), colours: swatches.map((swatch) => ({ ...(swatch.name ? { name: swatch.name } : {}), hex: hexOf(swatch) })) }, undefined, 2)}\n`,
};

const CELL = 96;
const LABEL = 28;
const COLUMNS = 8;

/** A sheet of colour fields, each with its name and value below. */
export const svg: Dialect = {
  read: never,
  write({ swatches }) {
    const columns = Math.min(COLUMNS, swatches.length);
    const rows = Math.ceil(swatches.length / columns);
    const cells = swatches.map((swatch, index) => {
      const x = (index % columns) * CELL;
      const y = Math.floor(index / columns) * (CELL + LABEL);
      const label = `<text x="${x + CELL / 2}" y="${y + CELL + 11}">${escapeXmlText(swatch.name.slice(0, 16))}</text><text x="${x + CELL / 2}" y="${y + CELL + 23}">${hexOf(swatch)}</text>`;
      return `<rect x="${x}" y="${y}" width="${CELL}" height="${CELL}" fill="${hexOf(swatch)}"/>${label}\n`;
    });
    const [width, height] = [columns * CELL, rows * (CELL + LABEL)];
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="10" text-anchor="middle">\n<rect width="${width}" height="${height}" fill="#fff"/>\n${cells.join('')}</svg>\n`;
  },
};
