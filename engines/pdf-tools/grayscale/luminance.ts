/** Gray from 0 (black) to 1 (white) of a colour with components from 0 to 1 (ISO 32000-1, 10.3.3 and 10.3.4). */
export const grayOfRgb = (red: number, green: number, blue: number): number => 0.3 * red + 0.59 * green + 0.11 * blue;

export const grayOfCmyk = (cyan: number, magenta: number, yellow: number, black: number): number =>
  1 - Math.min(1, 0.3 * cyan + 0.59 * magenta + 0.11 * yellow + black);

export type Device = 'rgb' | 'cmyk';
/** What the components of a colour mean. */
export type Model = Device | 'lab';

export const COMPONENTS: Readonly<Record<Model, number>> = { rgb: 3, cmyk: 4, lab: 3 };

export function grayOf(model: Model, [a = 0, b = 0, c = 0, d = 0]: readonly number[]): number {
  if (model === 'lab') return a / 100; // lightness is close to the gray of screens
  return model === 'rgb' ? grayOfRgb(a, b, c) : grayOfCmyk(a, b, c, d);
}

/** The same as operators of a PostScript calculator function, applied to the components on its stack. */
export const POSTSCRIPT: Readonly<Record<Model, string>> = {
  rgb: '0.11 mul exch 0.59 mul add exch 0.3 mul add',
  cmyk: 'exch 0.11 mul add exch 0.59 mul add exch 0.3 mul add 1 exch sub',
  lab: 'pop pop 100 div',
};
