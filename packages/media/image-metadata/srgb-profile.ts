import { ByteWriter } from '@bakkum/bytes/writer';

/**
 * An sRGB display profile (IEC 61966-2-1), version 4: primaries adapted to D50 and the exact parametric curve. Built here because
 * ImageMagick and PDF/A need a profile and include none.
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
  const profile = new ByteWriter();
  putHeader(profile, size);
  profile.u32(tags.length);
  let offset = table;
  for (const [signature, data] of tags) {
    profile.latin1(signature).u32(offset, data.length);
    offset += data.length;
  }
  for (const [, data] of tags) profile.put(data);
  return profile.finish();
}

/** ICC.1:2022, 7.2. */
function putHeader(profile: ByteWriter, size: number): void {
  profile.u32(size, 0, 0x04300000).latin1('mntrRGB XYZ ').u16(2026, 1, 1).padTo(36).latin1('acsp').padTo(68);
  profile.put(xyz(0.9642, 1, 0.8249).subarray(8)).padTo(128);
}

const fixed = (value: number): number => Math.round(value * 65_536);

function xyz(...values: readonly [x: number, y: number, z: number]): Uint8Array {
  return new ByteWriter()
    .latin1('XYZ ')
    .u32(0, ...values.map(fixed))
    .finish();
}

/** Parametric curve, type 3: (a·x + b)^g above d, c·x below. */
function curve(): Uint8Array {
  const values = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].map(fixed);
  return new ByteWriter()
    .latin1('para')
    .u32(0)
    .u16(3, 0)
    .u32(...values)
    .finish();
}

function multiLocalised(text: string): Uint8Array {
  const tag = new ByteWriter()
    .latin1('mluc')
    .u32(0, 1, 12)
    .latin1('enUS')
    .u32(text.length * 2, 28);
  return tag.utf16(text).align(4).finish();
}
