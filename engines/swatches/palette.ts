import { hexColour } from '@bakkum/markup/colour';

/** A colour in sRGB, integers from 0 to 255. */
export type Swatch = { readonly name: string; readonly red: number; readonly green: number; readonly blue: number };

/** `isConverted`: some colours used another model (CMYK, Lab) and are approximate. */
export type Palette = { readonly name: string; readonly swatches: readonly Swatch[]; readonly isConverted?: boolean };

export type Dialect = {
  readonly read: (file: Uint8Array<ArrayBuffer>) => Palette;
  readonly write: (palette: Palette) => string | Uint8Array<ArrayBuffer>;
};

const whole = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 255);

/** Components are fractions from 0 to 1. */
export function swatchOf(name: string, red: number, green: number, blue: number): Swatch {
  return { name, red: whole(red), green: whole(green), blue: whole(blue) };
}

export const hexOf = ({ red, green, blue }: Swatch): string => hexColour([red, green, blue]);

/** Converts CMYK fractions without a profile, because the formats contain none. */
export const fromInks = (name: string, cyan: number, magenta: number, yellow: number, black: number): Swatch =>
  swatchOf(name, (1 - cyan) * (1 - black), (1 - magenta) * (1 - black), (1 - yellow) * (1 - black));

/** Hue as a fraction of a turn. */
export function fromHue(name: string, hue: number, saturation: number, brightness: number): Swatch {
  const channel = (step: number): number => {
    const place = (step + hue * 6) % 6;
    return brightness - brightness * saturation * Math.max(0, Math.min(place, 4 - place, 1));
  };
  return swatchOf(name, channel(5), channel(3), channel(1));
}

/** Converts CIE L*a*b* under D50 with Bradford adaptation to D65 sRGB (IEC 61966-2-1). */
export function fromLab(name: string, lightness: number, a: number, b: number): Swatch {
  const fy = (lightness + 16) / 116;
  const cube = (value: number): number => (value > 6 / 29 ? value ** 3 : 3 * (6 / 29) ** 2 * (value - 4 / 29));
  const [x, y, z] = [0.9642 * cube(fy + a / 500), cube(fy), 0.8249 * cube(fy - b / 200)];
  const linear = [
    3.1338561 * x - 1.6168667 * y - 0.4906146 * z,
    -0.9787684 * x + 1.9161415 * y + 0.033454 * z,
    0.0719453 * x - 0.2289914 * y + 1.4052427 * z,
  ];
  const [red = 0, green = 0, blue = 0] = linear.map((value) =>
    value <= 0.003_130_8 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055,
  );
  return swatchOf(name, red, green, blue);
}
