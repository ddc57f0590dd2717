import type { FormatId } from '@bakkum/conversion/engine';
import type { Family, Format } from '@bakkum/formats/format';

/** The most popular targets: images in the order of the specification, then recordings. */
const COMMON: readonly FormatId[] = [
  ...['jpeg', 'png', 'webp', 'gif', 'bmp', 'tiff', 'svg', 'pdf'],
  ...['avif', 'ico', 'jxl', 'apng', 'icns'],
  ...['mp4', 'mp3', 'wav', 'webm', 'mov', 'mkv', 'm4a', 'flac', 'ogg', 'aac', 'opus', 'avi', 'wmv', 'flv', 'm4r', 'aiff', 'wma'],
];

/** Popular targets of recordings differ from those of images. */
const COMMON_FROM: Partial<Record<Family, readonly FormatId[]>> = {
  video: ['mp4', 'webm', 'mov', 'mkv', 'mp3', 'gif', 'avi', 'wav', 'm4a', 'wmv', 'flv', 'webp', 'apng'],
  audio: ['mp3', 'wav', 'm4a', 'flac', 'ogg', 'aac', 'opus', 'm4r', 'mp4'],
  archive: ['zip', '7z', 'tgz', 'tar', 'txz', 'tbz2', 'cbz'],
  program: ['zip', '7z', 'tgz'],
  subtitle: ['srt', 'vtt', 'ass', 'smi', 'txt'],
  font: ['ttf', 'otf', 'woff', 'eot'],
  data: ['json', 'yaml', 'csv', 'xml', 'toml'],
  spreadsheet: ['pdf', 'xlsx', 'csv', 'ods', 'json', 'html'],
  document: ['pdf', 'docx', 'hwpx', 'odt', 'txt', 'html', 'md', 'rtf', 'epub'],
};

/** An animated image is most often converted to video. */
const MOVING: ReadonlySet<FormatId> = new Set(['gif', 'apng']);
const COMMON_FROM_MOVING: readonly FormatId[] = ['png', 'jpeg', 'webp', 'mp4', 'webm', 'pdf', 'apng', 'gif'];

type Ordered = { readonly format: Format };

/** Sorts the targets of a file: the most popular first, then its own kind, then by name; its own format last. */
export function compareTargets(from: Format): (a: Ordered, b: Ordered) => number {
  const listed = MOVING.has(from.id) ? COMMON_FROM_MOVING : (COMMON_FROM[from.family] ?? []);
  const common = [...new Set([...listed, ...COMMON])];
  const place = (id: FormatId): number => (common.includes(id) ? common.indexOf(id) : common.length);
  const rank = ({ format }: Ordered): readonly number[] => [
    format.id === from.id ? 1 : 0,
    listed.includes(format.id) ? 0 : 1,
    listed.length > 0 && !listed.includes(format.id) && format.family !== from.family ? 1 : 0,
    place(format.id),
  ];
  return (a, b) => {
    const [first, second] = [rank(a), rank(b)];
    const difference = first.map((value, at) => value - (second[at] ?? 0)).find((value) => value !== 0);
    return difference ?? a.format.name.localeCompare(b.format.name, 'en');
  };
}
