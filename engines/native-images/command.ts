import type { OptionValues } from '@bakkum/conversion/options';
import type { Orientation } from '@bakkum/image-metadata/extract';
import { type Colour, type PixelRequest, qualityOf } from '@bakkum/raster/pixel-options';
import type { Source } from './source.ts';

export const SOURCE = 'source';
export const RESULT = 'result';
export const POLICY_FILE = 'policy.xml';

/** Printed for an image without transparent pixels. */
const OPAQUE = 'opaque=true';

/** Operators that rotate and mirror an image as an Exif orientation asks. */
const TURNS: Readonly<Record<Orientation, readonly string[]>> = {
  1: [],
  2: ['-flop'],
  3: ['-rotate', '180'],
  4: ['-flip'],
  5: ['-transpose'],
  6: ['-rotate', '90'],
  7: ['-transverse'],
  8: ['-rotate', '270'],
};

export type Asked = Pick<PixelRequest, 'crop' | 'turn' | 'background' | 'flattens'> & {
  readonly to: 'jpeg' | 'png' | 'webp';
  readonly options: OptionValues;
  /** Whether the result will have a color profile, which describes RGB and not gray. */
  readonly hasProfile: boolean;
};

/** Whether transparent areas are filled. */
export function flattensAlpha({ mayHaveAlpha }: Source, { to, flattens }: Pick<Asked, 'to' | 'flattens'>): boolean {
  return mayHaveAlpha && (to === 'jpeg' || flattens);
}

/** Arguments of ImageMagick 6 and 7. Both files have their format in front, so that neither content nor name decides. */
export function argumentsFor(source: Source, asked: Asked): readonly string[] {
  const { crop, turn, to } = asked;
  return [
    ...['-limit', 'thread', '1'],
    // A JPEG with missing data is a warning; our decoder says which part is damaged.
    ...(source.format === 'jpeg' ? ['-regard-warnings'] : []),
    `${source.format}:${SOURCE}`,
    // Numbers are kept, whatever gamma a PNG names, as in our decoder.
    ...['-set', 'colorspace', 'sRGB'],
    ...TURNS[source.orientation],
    ...(crop ? ['-crop', `${crop.width}x${crop.height}+${crop.x}+${crop.y}`] : []),
    ...TURNS[turn],
    '+repage',
    ...(source.mayHaveAlpha ? ['-print', 'opaque=%[opaque]\n'] : []),
    ...(flattensAlpha(source, asked) ? ['-background', hexOf(asked.background), '-alpha', 'remove', '-alpha', 'off'] : []),
    '-strip',
    ...WRITERS[to](asked),
  ];
}

/** Whether the printed text says that the image has transparent pixels. */
export function saysTransparent(text: string): boolean {
  return !text.toLowerCase().includes(OPAQUE);
}

/** Chroma subsampling by quality, as MozJPEG chooses it. */
const SUBSAMPLINGS = [
  { quality: 90, factor: '1x1' },
  { quality: 80, factor: '2x1' },
  { quality: 0, factor: '2x2' },
] as const;

const percentOf = (options: OptionValues): string => String(Math.round(qualityOf(options) * 100));

function subsamplingOf(options: OptionValues): string {
  return SUBSAMPLINGS.find(({ quality }) => Number(percentOf(options)) >= quality)?.factor ?? '1x1';
}

/** The settings of our encoders: quantization tables of ITU-T T.81 annex K, libwebp's method 2. */
const WRITERS: Readonly<Record<Asked['to'], (asked: Asked) => readonly string[]>> = {
  jpeg: ({ options }) => [
    ...['-type', 'TrueColor', '-sampling-factor', subsamplingOf(options)],
    ...['-quality', percentOf(options), `jpeg:${RESULT}`],
  ],
  webp: ({ options }) => ['-quality', percentOf(options), '-define', 'webp:method=2', `webp:${RESULT}`],
  png: ({ hasProfile }) => ['-define', 'png:exclude-chunk=all', `${hasProfile ? 'png24' : 'png'}:${RESULT}`],
};

const hexOf = (color: Colour): string => `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

/**
 * ImageMagick's security policy (https://imagemagick.org/script/security-policy.php): three formats, no other programs, no filters,
 * no files named in texts, and memory only.
 */
export const POLICY: string = [
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<policymap>',
  ...['delegate', 'filter', 'coder', 'module'].map((domain) => `<policy domain="${domain}" rights="none" pattern="*"/>`),
  ...['coder', 'module'].map((domain) => `<policy domain="${domain}" rights="read | write" pattern="{PNG,PNG24,JPEG,WEBP}"/>`),
  '<policy domain="path" rights="none" pattern="@*"/>',
  '<policy domain="path" rights="none" pattern="|*"/>',
  ...Object.entries({ memory: '1GiB', map: '0B', disk: '0B', width: '64KP', height: '64KP', 'list-length': '8', time: '60' }).map(
    ([name, value]) => `<policy domain="resource" name="${name}" value="${value}"/>`,
  ),
  '</policymap>',
  '',
].join('\n');
