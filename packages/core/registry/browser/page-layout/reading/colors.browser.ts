const known = new Map<string, string>();
let context: CanvasRenderingContext2D | null | undefined;

/** A computed CSS color as `#rrggbbaa`; `undefined` if it is transparent. */
export function hexOf(color: string): string | undefined {
  const found = known.get(color) ?? computed(color);
  known.set(color, found);
  return found.endsWith('00') ? undefined : found;
}

const hex = (value: number): string => Math.round(value).toString(16).padStart(2, '0');

function computed(color: string): string {
  const [, red, green, blue, alpha = '1'] =
    /^rgba?\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)(?:[\s,/]+([\d.]+))?\s*\)$/.exec(color) ?? [];
  if (red !== undefined) return `#${[red, green, blue].map((part) => hex(Number(part))).join('')}${hex(Number(alpha) * 255)}`;
  return painted(color);
}

/** Other color spaces, as the browser converts them. */
function painted(color: string): string {
  context ??= document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!context) return '#000000ff';
  context.clearRect(0, 0, 1, 1);
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  return `#${[...context.getImageData(0, 0, 1, 1).data].map(hex).join('')}`;
}
