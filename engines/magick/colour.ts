import { iccColourSpace } from '@bakkum/image-metadata/icc';
import { srgbProfile } from '@bakkum/image-metadata/srgb-profile';
import { ColorProfile, ColorSpace, type IMagickImage } from '@imagemagick/magick-wasm';

/** Colour spaces that can be displayed without conversion. */
const SHOWABLE: ReadonlySet<number> = new Set<number>([ColorSpace.sRGB, ColorSpace.Gray]);
/** Linear spaces; converting them changes numbers but not colours. */
const LINEAR: ReadonlySet<number> = new Set<number>([ColorSpace.RGB, ColorSpace.LinearGray, ColorSpace.Log, ColorSpace.YCC]);

/**
 * Converts pixels to displayable RGB. A profile that describes RGB is kept; any other (CMYK, grey, Lab) is applied and removed.
 * @returns true if colours were converted because their profile or space does not apply to RGB pixels
 */
export function makeShowable(image: IMagickImage): boolean {
  const profile = image.getColorProfile();
  const space = profile ? iccColourSpace(profile.data) : undefined;
  if (SHOWABLE.has(image.colorSpace) && (space === undefined || space === 'RGB ')) return false;
  if (profile && space !== 'RGB ' && convertByProfile(image)) return true;
  const linear = LINEAR.has(image.colorSpace);
  if (!SHOWABLE.has(image.colorSpace)) image.colorSpace = ColorSpace.sRGB;
  dropProfile(image);
  return !linear || profile !== null;
}

/** Converts to sRGB with the image's own profile and removes it. Returns false if the profile does not fit the pixels. */
export function convertByProfile(image: IMagickImage): boolean {
  const converted = image.transformColorSpace(new ColorProfile(srgbProfile()));
  if (converted) dropProfile(image);
  return converted;
}

export function dropProfile(image: IMagickImage): void {
  for (const name of ['icc', 'icm']) if (image.hasProfile(name)) image.removeProfile(name);
}

/** Returns true for a profile named sRGB, which is redundant. */
export function isSrgb(icc: Uint8Array): boolean {
  const text = Array.from(icc.subarray(128), (byte) => String.fromCharCode(byte))
    .join('')
    .replaceAll('\0', '');
  return text.includes('sRGB');
}

/** Converts linear values (0 to 255) to sRGB, IEC 61966-2-1. Leaves alpha unchanged. Modifies `data`. */
export function lightToShades(data: Uint8ClampedArray): void {
  const shades = Uint8ClampedArray.from({ length: 256 }, (_, level) => {
    const light = level / 255;
    return 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);
  });
  for (let index = 0; index < data.length; index += 1) {
    if ((index & 3) !== 3) data[index] = shades[data[index] ?? 0] ?? 0;
  }
}
