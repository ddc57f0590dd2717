/**
 * An sRGB display profile (IEC 61966-2-1), version 4: primaries adapted to D50 and the exact parametric curve. Built here because
 * ImageMagick converts between profiles but includes none.
 */
export function srgbProfile(): Uint8Array<ArrayBuffer> {
  const tags: readonly (readonly [string, Uint8Array])[] = [
    ['desc', multiLocalised('sRGB')],
    ['cprt', multiLocalised('No copyright')],
    ['wtpt', xyz(0.9642, 1, 0.8249)],
    ['rXYZ', xyz(0.43607, 0.22249, 0.01392)],
    ['gXYZ', xyz(0.38515, 0.71687, 0.09708)],
    ['bXYZ', xyz(0.14307, 0.06061, 0.7141)],
    ['rTRC', curve()],
    ['gTRC', curve()],
    ['bTRC', curve()],
  ];
  const table = 128 + 4 + tags.length * 12;
  const size = tags.reduce((sum, [, data]) => sum + data.length, table);
  const profile = new Uint8Array(size);
  const view = new DataView(profile.buffer);
  writeHeader(profile, view, size);
  view.setUint32(128, tags.length);
  let offset = table;
  for (const [index, [signature, data]] of tags.entries()) {
    const entry = 132 + index * 12;
    writeText(profile, entry, signature);
    view.setUint32(entry + 4, offset);
    view.setUint32(entry + 8, data.length);
    profile.set(data, offset);
    offset += data.length;
  }
  return profile;
}

/** ICC.1:2022, 7.2. */
function writeHeader(profile: Uint8Array, view: DataView, size: number): void {
  view.setUint32(0, size);
  view.setUint32(8, 0x04300000);
  writeText(profile, 12, 'mntrRGB XYZ ');
  view.setUint16(24, 2026);
  view.setUint16(26, 1);
  view.setUint16(28, 1);
  writeText(profile, 36, 'acsp');
  profile.set(xyz(0.9642, 1, 0.8249).subarray(8), 68);
}

function writeText(target: Uint8Array, offset: number, text: string): void {
  for (let index = 0; index < text.length; index += 1) target[offset + index] = text.charCodeAt(index);
}

function xyz(x: number, y: number, z: number): Uint8Array {
  const tag = new Uint8Array(20);
  const view = new DataView(tag.buffer);
  writeText(tag, 0, 'XYZ ');
  for (const [index, value] of [x, y, z].entries()) view.setInt32(8 + index * 4, Math.round(value * 65_536));
  return tag;
}

/** Parametric curve, type 3: (a·x + b)^g above d, c·x below. */
function curve(): Uint8Array {
  const tag = new Uint8Array(32);
  const view = new DataView(tag.buffer);
  writeText(tag, 0, 'para');
  view.setUint16(8, 3);
  for (const [index, value] of [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].entries()) {
    view.setInt32(12 + index * 4, Math.round(value * 65_536));
  }
  return tag;
}

function multiLocalised(text: string): Uint8Array {
  const length = 28 + text.length * 2;
  const tag = new Uint8Array(Math.ceil(length / 4) * 4);
  const view = new DataView(tag.buffer);
  writeText(tag, 0, 'mluc');
  view.setUint32(8, 1);
  view.setUint32(12, 12);
  writeText(tag, 16, 'enUS');
  view.setUint32(20, text.length * 2);
  view.setUint32(24, 28);
  for (let index = 0; index < text.length; index += 1) view.setUint16(28 + index * 2, text.charCodeAt(index));
  return tag;
}
