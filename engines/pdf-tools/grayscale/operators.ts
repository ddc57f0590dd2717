import { rounded } from '../pages/boxes.ts';
import { contentOperators, type Operand, type Places } from '../pages/content-operators.ts';
import { type Device, grayOf } from './luminance.ts';

/** Names of the colour spaces that `GraySpaces` adds to resources, for operators that name a device colour space. */
export const SPACE_NAMES: Readonly<Record<Device, string>> = { rgb: 'GrayOfRGB', cmyk: 'GrayOfCMYK' };

export type GrayContent = {
  /** `undefined` if nothing changes. */
  readonly bytes: Uint8Array | undefined;
  /** Colours that stay: palettes of inline images. */
  readonly left: number;
  /** Whether the content needs the colour spaces of `SPACE_NAMES`. */
  readonly needsSpaces: boolean;
};

type Edit = { readonly start: number; readonly end: number; readonly text: string };

const DIRECT: Readonly<Record<string, readonly [Device, string]>> = {
  rg: ['rgb', 'g'],
  RG: ['rgb', 'G'],
  k: ['cmyk', 'g'],
  K: ['cmyk', 'G'],
};

const DEVICES: Readonly<Record<string, Device>> = {
  '/DeviceRGB': 'rgb',
  '/RGB': 'rgb',
  '/DeviceCMYK': 'cmyk',
  '/CMYK': 'cmyk',
};

/** Replaces the colours that the operators of a content stream set by shades of gray. */
export function grayContent(bytes: Uint8Array): GrayContent {
  const edits: Edit[] = [];
  let left = 0;
  let needsSpaces = false;
  for (const [operator, operands, places] of contentOperators(bytes)) {
    const edit = directColour(operator, operands, places) ?? spaceOf(operator, operands, places);
    if (edit === 'left') left += 1;
    else if (edit) {
      edits.push(edit);
      needsSpaces ||= edit.text.startsWith('/');
    }
  }
  return { bytes: edits.length > 0 ? edited(bytes, edits) : undefined, left, needsSpaces };
}

function directColour(operator: string, operands: readonly Operand[], places: Places): Edit | undefined {
  const direct = Object.hasOwn(DIRECT, operator) ? DIRECT[operator] : undefined;
  if (!direct) return undefined;
  const [model, gray] = direct;
  const count = model === 'rgb' ? 3 : 4;
  const numbers = operands.slice(-count).filter((value) => typeof value === 'number');
  const start = places.operands.at(-count);
  if (numbers.length < count || start === undefined) return undefined;
  const value = Math.max(0, Math.min(1, grayOf(model, numbers)));
  return { start, end: places.end, text: `${rounded(value)} ${gray}` };
}

/** The name of a device colour space, as the operand of `cs` or in the dictionary of an inline image. */
function spaceOf(operator: string, operands: readonly Operand[], places: Places): Edit | 'left' | undefined {
  if (operator === 'ID') {
    const key = operands.findIndex((operand) => operand === '/CS' || operand === '/ColorSpace');
    if (key < 0) return undefined;
    if (operands[key + 1] === '/I' || operands[key + 1] === '/Indexed')
      return DEVICES[String(operands[key + 2])] === undefined ? undefined : 'left';
    return renamed(operands, places, key + 1);
  }
  return operator === 'cs' || operator === 'CS' ? renamed(operands, places, operands.length - 1) : undefined;
}

function renamed(operands: readonly Operand[], places: Places, at: number): Edit | undefined {
  const given = operands[at];
  const model = typeof given === 'string' && Object.hasOwn(DEVICES, given) ? DEVICES[given] : undefined;
  const start = places.operands[at];
  if (model === undefined || start === undefined || typeof given !== 'string') return undefined;
  return { start, end: start + given.length, text: `/${SPACE_NAMES[model]}` };
}

function edited(bytes: Uint8Array, edits: readonly Edit[]): Uint8Array {
  const encoder = new TextEncoder();
  const texts = edits.map(({ text }) => encoder.encode(text));
  const growth = edits.reduce((sum, { start, end }, at) => sum + (texts[at]?.length ?? 0) - (end - start), 0);
  const made = new Uint8Array(bytes.length + growth);
  let [from, to] = [0, 0];
  for (const [at, { start, end }] of edits.entries()) {
    made.set(bytes.subarray(from, start), to);
    to += start - from;
    const text = texts[at] ?? new Uint8Array();
    made.set(text, to);
    to += text.length;
    from = end;
  }
  made.set(bytes.subarray(from), to);
  return made;
}
