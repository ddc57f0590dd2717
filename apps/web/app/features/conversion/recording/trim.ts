import type { OptionsSchema, OptionValues } from '@bakkum/conversion/options';

/** The part of a recording that is converted, in seconds. */
export type Trim = { readonly start: number; readonly end: number };
export type TrimEdge = keyof Trim;

/** Minimum seconds between the edges. */
export const MIN_LENGTH = 0.1;

/** Returns whether a conversion can be trimmed at both ends. */
export function canTrim(schema: OptionsSchema): boolean {
  return Object.hasOwn(schema, 'trimStart') && Object.hasOwn(schema, 'trimEnd');
}

/** Returns the part selected by the options; values outside the recording are clamped. */
export function trimOf({ trimStart, trimEnd }: OptionValues, duration: number): Trim {
  const end = typeof trimEnd === 'number' ? clamp(trimEnd, 0, duration) : duration;
  const start = typeof trimStart === 'number' ? clamp(trimStart, 0, end) : 0;
  return { start, end };
}

/** Moves one edge, at most up to the other one. */
export function withEdge(trim: Trim, edge: TrimEdge, seconds: number, duration: number): Trim {
  const gap = Math.min(MIN_LENGTH, duration);
  return edge === 'start'
    ? { ...trim, start: clamp(seconds, 0, Math.max(0, trim.end - gap)) }
    : { ...trim, end: clamp(seconds, Math.min(duration, trim.start + gap), duration) };
}

/** Returns the option values of a part. An edge of the recording itself is `null`. */
export function optionsOfTrim({ start, end }: Trim, duration: number): Readonly<Record<'trimStart' | 'trimEnd', number | null>> {
  return {
    trimStart: start > 0 ? toMilliseconds(start) : null,
    trimEnd: end < duration ? toMilliseconds(end) : null,
  };
}

function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
