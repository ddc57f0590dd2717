/** Sizes of the models: https://ai.google.dev/gemini-api/docs/image-generation, "Aspect ratios and image size". */
import type { DrawnSizes } from '@bakkum/image-provider/drawn-size';

type Ratios = Readonly<Record<string, readonly [width: number, height: number]>>;

/** Gemini 2.5, which draws one size of each ratio. */
export const SECOND_GENERATION: Ratios = {
  '1:1': [1024, 1024],
  '2:3': [832, 1248],
  '3:2': [1248, 832],
  '3:4': [864, 1184],
  '4:3': [1184, 864],
  '4:5': [896, 1152],
  '5:4': [1152, 896],
  '9:16': [768, 1344],
  '16:9': [1344, 768],
  '21:9': [1536, 672],
};

/** Gemini 3 and later, at 1K. */
export const THIRD_GENERATION: Ratios = {
  '1:1': [1024, 1024],
  '2:3': [848, 1264],
  '3:2': [1264, 848],
  '3:4': [896, 1200],
  '4:3': [1200, 896],
  '4:5': [928, 1152],
  '5:4': [1152, 928],
  '9:16': [768, 1376],
  '16:9': [1376, 768],
  '21:9': [1584, 672],
};

const SCALES = { '1K': 1, '2K': 2, '4K': 4 } as const;

/** Each ratio at each scale, under names such as `16:9 2K`. */
export function atEveryScale(ratios: Ratios): DrawnSizes {
  const all = Object.entries(SCALES).flatMap(([scale, factor]) =>
    Object.entries(ratios).map(([ratio, [width, height]]) => [`${ratio} ${scale}`, [width * factor, height * factor]] as const),
  );
  return { kind: 'ratios', ratios: Object.fromEntries(all) };
}
