/** A rectangle in whole pixels, measured from the upper left corner of an image. */
export type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** The spelling of an area in options: `x,y,width,height`, without signs, spaces or leading zeros. */
export const AREA_PATTERN = '^(0|[1-9][0-9]{0,4}),(0|[1-9][0-9]{0,4}),([1-9][0-9]{0,4}),([1-9][0-9]{0,4})$';

const AREA = new RegExp(AREA_PATTERN);

/** Parses `x,y,width,height`; `undefined` for any other text. */
export function parseArea(text: string): Area | undefined {
  const match = AREA.exec(text);
  if (!match) return undefined;
  const [x = 0, y = 0, width = 0, height = 0] = match.slice(1).map(Number);
  return { x, y, width, height };
}

export function writeArea({ x, y, width, height }: Area): string {
  return [x, y, width, height].join(',');
}
