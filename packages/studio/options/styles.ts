/** Image styles. Their display names are in the catalogues of the page. */
export const STYLE_IDS = [
  'photorealistic',
  'artistic',
  'anime',
  'digital-art',
  'oil-painting',
  'watercolor',
  'cinematic',
  'minimalist',
] as const;
export type StyleId = (typeof STYLE_IDS)[number];

/** Words added to the prompt for services without a style of that name. */
export const STYLE_WORDS: Readonly<Record<StyleId, string>> = {
  photorealistic: 'photorealistic, natural light, fine detail, sharp focus',
  artistic: 'expressive artistic interpretation, visible brushwork',
  anime: 'anime illustration, clean line art, cel shading',
  'digital-art': 'digital art, concept illustration, crisp shapes',
  'oil-painting': 'oil painting on canvas, thick impasto strokes',
  watercolor: 'watercolor painting, wet-on-wet washes, paper texture',
  cinematic: 'cinematic still, film grain, dramatic light, shallow depth of field',
  minimalist: 'minimalist composition, few shapes, generous empty space',
};
