/** Red, green and blue from 0 to 1, in sRGB. */
export type Rgb = readonly [red: number, green: number, blue: number];

export function hex(text: string): Rgb {
  const value = Number.parseInt(text.slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

export function mix(from: Rgb, to: Rgb, part: number): Rgb {
  return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part, from[2] + (to[2] - from[2]) * part];
}

export function times(colour: Rgb, light: Rgb): Rgb {
  return [clamp(colour[0] * light[0]), clamp(colour[1] * light[1]), clamp(colour[2] * light[2])];
}

export function luma([red, green, blue]: Rgb): number {
  return red * 0.299 + green * 0.587 + blue * 0.114;
}

/** Scales saturation: 1 changes nothing. */
export function saturate(colour: Rgb, amount: number): Rgb {
  const grey = luma(colour);
  return [
    clamp(grey + (colour[0] - grey) * amount),
    clamp(grey + (colour[1] - grey) * amount),
    clamp(grey + (colour[2] - grey) * amount),
  ];
}

export function clamp(value: number): number {
  return value < 0 ? 0 : value > 1 ? 1 : value;
}

/** 0 below `low`, 1 above `high`, smooth in between. */
export function smoothstep(low: number, high: number, value: number): number {
  const part = clamp((value - low) / (high - low));
  return part * part * (3 - 2 * part);
}
