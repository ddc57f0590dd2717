import type { OptionValue, OptionValues } from '@bakkum/conversion/options';

/** Sizes people look for. `cover` fills the size and crops what does not fit. */
export const SIZE_PRESETS = {
  square: { width: 1080, height: 1080 },
  portrait: { width: 1080, height: 1350 },
  story: { width: 1080, height: 1920 },
  video: { width: 1280, height: 720 },
  fullHd: { width: 1920, height: 1080 },
  profile: { width: 400, height: 400 },
} as const;

/** Shares of the original size, in percent. */
export const PERCENTAGES = [75, 50, 25] as const;

export type SizePreset = keyof typeof SIZE_PRESETS;
export type SizeChoice = 'original' | 'custom' | SizePreset | `${(typeof PERCENTAGES)[number]}%`;

const PRESET_NAMES: readonly SizePreset[] = ['fullHd', 'square', 'portrait', 'story', 'video', 'profile'];

export const SIZE_CHOICES: readonly SizeChoice[] = [
  'original',
  ...PERCENTAGES.map((percent) => `${percent}%` as const),
  ...PRESET_NAMES,
  'custom',
];

type Size = { readonly width: number; readonly height: number };
export type SizeChanges = Readonly<Record<'width' | 'height' | 'fit', OptionValue>>;

const ORIGINAL: SizeChanges = { width: null, height: null, fit: 'contain' };

/** Returns the choice that the values mean for an image of this size. */
export function sizeChoiceOf({ width = null, height = null, fit }: OptionValues, image: Size): SizeChoice {
  if (width === null && height === null) return 'original';
  const preset = PRESET_NAMES.find((name) => SIZE_PRESETS[name].width === width && SIZE_PRESETS[name].height === height);
  if (preset && fit === 'cover') return preset;
  const percent = PERCENTAGES.find((each) => height === null && scaled(image.width, each) === width);
  return percent === undefined ? 'custom' : `${percent}%`;
}

/** Returns the option values of a choice; of `custom`, the size it starts with. */
export function changesOf(choice: SizeChoice, image: Size): SizeChanges {
  if (choice === 'original') return ORIGINAL;
  if (choice === 'custom') return { ...ORIGINAL, width: image.width };
  const preset = PRESET_NAMES.find((name) => name === choice);
  if (preset) return { ...SIZE_PRESETS[preset], fit: 'cover' };
  return { ...ORIGINAL, width: scaled(image.width, Number.parseInt(choice, 10)) };
}

/** Returns the size of the result. */
export function sizeOf(choice: SizeChoice, image: Size): Size {
  const { width, height } = changesOf(choice, image);
  if (typeof width !== 'number') return image;
  return { width, height: typeof height === 'number' ? height : otherSide('width', width, image) };
}

/**
 * Returns the option values that keep the chosen size when an edit changes the size of the image: a percentage stays one, and
 * custom sides follow a quarter turn. Values of another choice stay as they are.
 */
export function sizeAfterEdit(values: OptionValues, before: Size, after: Size, swapsSides: boolean): Partial<SizeChanges> {
  const choice = sizeChoiceOf(values, before);
  if (choice.endsWith('%')) return changesOf(choice, after);
  if (choice !== 'custom' || !swapsSides) return {};
  return { width: values['height'] ?? null, height: values['width'] ?? null };
}

/** Returns the other side in the proportions of the image. */
export function otherSide(side: 'width' | 'height', length: number, image: Size): number {
  return Math.max(
    1,
    Math.round(side === 'width' ? (length * image.height) / image.width : (length * image.width) / image.height),
  );
}

function scaled(length: number, percent: number): number {
  return Math.max(1, Math.round((length * percent) / 100));
}
