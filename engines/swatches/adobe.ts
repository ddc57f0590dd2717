import { concat, encodeLatin1, textAt, uint32BE, viewOf } from '@bakkum/bytes/bytes';
import { ByteWriter } from '@bakkum/bytes/writer';
import { corrupt } from '@bakkum/conversion/errors';
import { type Dialect, fromHue, fromInks, fromLab, type Palette, type Swatch, swatchOf } from './palette.ts';

/** Reads zero-terminated UTF-16 big-endian text. */
function wideText(view: DataView, at: number, characters: number): string {
  let text = '';
  for (let index = 0; index < characters; index += 1) text += String.fromCharCode(view.getUint16(at + index * 2));
  return text.replace(/\0.*/s, '');
}

/** Converts range errors caused by forged lengths. */
function readable(read: (file: Uint8Array<ArrayBuffer>) => Palette): Dialect['read'] {
  return (file) => {
    try {
      return read(file);
    } catch (cause) {
      throw cause instanceof RangeError ? corrupt('cut off') : cause;
    }
  };
}

const COLOUR = 0x0001;
const GROUP = 0xc001;

/** Adobe Swatch Exchange; groups are flattened. */
export const ase: Dialect = {
  read: readable((file) => {
    const view = viewOf(file);
    if (view.getUint32(0) !== 0x41_53_45_46) throw corrupt('no ASEF');
    const swatches: Swatch[] = [];
    let name = '';
    let isConverted = false;
    let at = 12;
    for (let block = view.getUint32(8); block > 0; block -= 1) {
      const kind = view.getUint16(at);
      const length = view.getUint32(at + 2);
      if (kind === COLOUR || kind === GROUP) {
        const characters = view.getUint16(at + 6);
        const text = wideText(view, at + 8, characters);
        if (kind === GROUP) name ||= text;
        else {
          const model = textAt(file, at + 8 + characters * 2, 4);
          swatches.push(exchanged(view, at + 12 + characters * 2, model, text));
          isConverted ||= model !== 'RGB ' && model !== 'Gray';
        }
      }
      at += 6 + length;
    }
    return { name, swatches, isConverted };
  }),
  write({ swatches }) {
    const blocks = swatches.map((swatch) => colourBlock(swatch));
    return concat([encodeLatin1('ASEF'), [0, 1, 0, 0], uint32BE(blocks.length), ...blocks]);
  },
};

function exchanged(view: DataView, at: number, model: string, name: string): Swatch {
  const value = (index: number): number => view.getFloat32(at + index * 4);
  if (model === 'RGB ') return swatchOf(name, value(0), value(1), value(2));
  if (model === 'Gray') return swatchOf(name, value(0), value(0), value(0));
  if (model === 'CMYK') return fromInks(name, value(0), value(1), value(2), value(3));
  if (model === 'LAB ') return fromLab(name, value(0) * 100, value(1), value(2));
  throw corrupt(`colour model ${model}`);
}

function colourBlock({ name, red, green, blue }: Swatch): Uint8Array<ArrayBuffer> {
  const length = 2 + (name.length + 1) * 2 + 4 + 12 + 2;
  const block = new ByteWriter()
    .u16(COLOUR)
    .u32(length)
    .u16(name.length + 1)
    .utf16(`${name}\0`)
    .latin1('RGB ');
  block.f32(red / 255, green / 255, blue / 255);
  return block.u16(2).finish(); // the colour is local to this file
}

const FULL = 65_535;

/** Adobe Color: a list without names, then the same with names. */
export const aco: Dialect = {
  read: readable((file) => {
    const view = viewOf(file);
    const count = view.getUint16(2);
    const second = 4 + count * 10;
    const isNamed = view.getUint16(0) === 2;
    const hasNames = !isNamed && second + 4 <= file.length && view.getUint16(second) === 2;
    const swatches: Swatch[] = [];
    let isConverted = false;
    let at = isNamed || !hasNames ? 4 : second + 4;
    for (let index = 0; index < count; index += 1) {
      const model = view.getUint16(at);
      const characters = isNamed || hasNames ? view.getUint32(at + 10) : 0;
      const name = wideText(view, at + 14, characters);
      swatches.push(listed(view, at + 2, model, name));
      isConverted ||= model === 2 || model === 7;
      at += isNamed || hasNames ? 14 + characters * 2 : 10;
    }
    return { name: '', swatches, isConverted };
  }),
  write({ swatches }) {
    const file = new ByteWriter();
    for (const version of [1, 2]) {
      file.u16(version, swatches.length);
      for (const { name, red, green, blue } of swatches) {
        file.u16(0, red * 257, green * 257, blue * 257, 0);
        if (version === 2) file.u32(name.length + 1).utf16(`${name}\0`);
      }
    }
    return file.finish();
  },
};

function listed(view: DataView, at: number, model: number, name: string): Swatch {
  const [a, b, c, d] = [0, 2, 4, 6].map((step) => view.getUint16(at + step)) as [number, number, number, number];
  switch (model) {
    case 0:
      return swatchOf(name, a / FULL, b / FULL, c / FULL);
    case 1:
      return fromHue(name, a / FULL, b / FULL, c / FULL);
    case 2:
      return fromInks(name, 1 - a / FULL, 1 - b / FULL, 1 - c / FULL, 1 - d / FULL);
    case 7:
      return fromLab(name, a / 100, view.getInt16(at + 2) / 100, view.getInt16(at + 4) / 100);
    case 8:
      return swatchOf(name, 1 - a / 10_000, 1 - a / 10_000, 1 - a / 10_000);
    default:
      throw corrupt(`colour model ${model}`);
  }
}

const TABLE_BYTES = 768;

/** Adobe Color Table: 256 colours, and in newer files the number in use. */
export const act: Dialect = {
  read: readable((file) => {
    if (file.length !== TABLE_BYTES && file.length !== TABLE_BYTES + 4) throw corrupt(`${file.length} bytes`);
    const count = file.length === TABLE_BYTES ? 256 : Math.min(256, viewOf(file).getUint16(TABLE_BYTES) || 256);
    const swatches = Array.from({ length: count }, (_, index) => {
      const [red = 0, green = 0, blue = 0] = file.subarray(index * 3, index * 3 + 3);
      return { name: '', red, green, blue };
    });
    return { name: '', swatches };
  }),
  write({ swatches }) {
    const kept = swatches.slice(0, 256);
    const file = new Uint8Array(TABLE_BYTES + 4);
    kept.forEach(({ red, green, blue }, index) => {
      file.set([red, green, blue], index * 3);
    });
    viewOf(file).setUint16(TABLE_BYTES, kept.length);
    viewOf(file).setUint16(TABLE_BYTES + 2, 0xffff); // no transparent entry
    return file;
  },
};
