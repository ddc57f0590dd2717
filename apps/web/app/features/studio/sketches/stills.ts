/** Sketches that are the same for all visitors, drawn at build time. */

import { TEMPLATES } from '@bakkum/prompt-analysis/templates-table';
import type { SketchRequest } from '@bakkum/sketch/sketch';
import { STYLE_IDS, type StyleId } from '@bakkum/studio-options/styles';

export type Example = { readonly category: keyof typeof TEMPLATES; readonly at: 0 | 1 | 2; readonly style: StyleId };

/** Shown while there are no images. */
export const EXAMPLES: readonly Example[] = [
  { category: 'animals', at: 0, style: 'anime' },
  { category: 'landscape', at: 0, style: 'photorealistic' },
  { category: 'landscape', at: 2, style: 'oil-painting' },
  { category: 'city', at: 1, style: 'watercolor' },
  { category: 'animals', at: 2, style: 'digital-art' },
  { category: 'city', at: 2, style: 'minimalist' },
];

/** The same scene for all styles, so that they can be compared. */
const STYLE_SCENE = { prompt: 'a lighthouse by the sea at sunset', width: 416, height: 312, seed: 12 } as const;
const PRESET_SCENE = { prompt: 'mountain lake at dawn with a small boat', width: 320, height: 240, seed: 5 } as const;
const EXAMPLE_SIZE = { width: 512, height: 512, seed: 3 } as const;

export const styleStill = (style: StyleId): string => `style-${style}`;
export const presetStill = (style: StyleId): string => `preset-${style}`;
export const exampleSketch = ({ category, at }: Example): string => `example-${category}-${at}`;

/** Every still by its name. */
export const STILLS: ReadonlyMap<string, SketchRequest> = new Map<string, SketchRequest>([
  ...STYLE_IDS.map((style) => [styleStill(style), { ...STYLE_SCENE, style }] as const),
  ...STYLE_IDS.map((style) => [presetStill(style), { ...PRESET_SCENE, style }] as const),
  ...EXAMPLES.map(
    (example) =>
      [
        exampleSketch(example),
        { ...EXAMPLE_SIZE, prompt: TEMPLATES[example.category].en[example.at], style: example.style },
      ] as const,
  ),
]);
