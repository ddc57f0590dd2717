import { CONTENTS } from '@bakkum/archive-tree/contents';
import type { FormatId } from '@bakkum/conversion/engine';
import type { Family, Format } from '@bakkum/formats/format';
import type { PictureTraits } from './picture-traits.ts';

/** Why a target is chosen for a file; each is a message. */
export type TargetReason =
  | 'last'
  | 'everywhere'
  | 'smaller'
  | 'look'
  | 'edit'
  | 'sound'
  | 'contents'
  | 'transparent'
  | 'moving'
  | 'other';
export type TargetChoice = { readonly to: FormatId; readonly reason: TargetReason };

/** What is known about a file before it is converted. */
export type SourceFile = Pick<Format, 'id' | 'family'> & PictureTraits;

/** Targets of formats that differ from those of their family, best first. */
const BY_FORMAT: Readonly<Record<FormatId, readonly (readonly [FormatId, TargetReason])[]>> = {
  jpeg: [['webp', 'smaller']],
  png: [['webp', 'smaller']],
  bmp: [['png', 'smaller']],
  tga: [['png', 'everywhere']],
  psd: [['png', 'everywhere']],
  xcf: [['png', 'everywhere']],
  ora: [['png', 'everywhere']],
  kra: [['png', 'everywhere']],
  ico: [['png', 'everywhere']],
  cur: [['png', 'everywhere']],
  icns: [['png', 'everywhere']],
  qoi: [['png', 'everywhere']],
  pcx: [['png', 'everywhere']],
  ppm: [['png', 'everywhere']],
  gif: [['mp4', 'smaller']],
  apng: [
    ['gif', 'everywhere'],
    ['mp4', 'smaller'],
  ],
  eps: [['pdf', 'look']],
  ps: [['pdf', 'look']],
  ai: [['pdf', 'look']],
  dxf: [['pdf', 'look']],
  pdf: [['docx', 'edit']],
  txt: [['pdf', 'look']],
  md: [['pdf', 'look']],
  csv: [['xlsx', 'edit']],
  tsv: [['xlsx', 'edit']],
  json: [['csv', 'edit']],
  sqlite: [['csv', 'edit']],
  parquet: [['csv', 'edit']],
  mobi: [['epub', 'everywhere']],
  azw3: [['epub', 'everywhere']],
  fb2: [['epub', 'everywhere']],
  lit: [['epub', 'everywhere']],
  cbr: [['cbz', 'everywhere']],
  cb7: [['cbz', 'everywhere']],
  cbt: [['cbz', 'everywhere']],
  cbz: [['pdf', 'look']],
  wav: [['mp3', 'smaller']],
  aiff: [['mp3', 'smaller']],
  flac: [['mp3', 'smaller']],
  mp3: [['wav', 'edit']],
  mp4: [['mp3', 'sound']],
  zip: [
    [CONTENTS, 'contents'],
    ['7z', 'smaller'],
  ],
  srt: [['vtt', 'other']],
  ttf: [['woff2', 'smaller']],
  otf: [['woff2', 'smaller']],
};

const BY_FAMILY: Partial<Record<Family, readonly (readonly [FormatId, TargetReason])[]>> = {
  image: [['jpeg', 'everywhere']],
  vector: [['png', 'everywhere']],
  document: [['pdf', 'look']],
  spreadsheet: [['pdf', 'look']],
  presentation: [['pdf', 'look']],
  ebook: [['pdf', 'look']],
  audio: [['mp3', 'everywhere']],
  video: [['mp4', 'everywhere']],
  archive: [
    [CONTENTS, 'contents'],
    ['zip', 'everywhere'],
  ],
  program: [['zip', 'everywhere']],
  subtitle: [['srt', 'everywhere']],
  font: [['ttf', 'everywhere']],
  data: [['json', 'other']],
  model3d: [
    ['glb', 'everywhere'],
    ['png', 'everywhere'],
  ],
};

/**
 * Chooses the target of a file: the user's last choice for the format, then the best one for the content, then for the format and
 * its family.
 * @param possible supported targets
 * @param last the user's last choice for this format
 * @returns `undefined` if none stands out
 */
export function defaultTarget(from: SourceFile, possible: readonly FormatId[], last?: FormatId): TargetChoice | undefined {
  const usual = [...(BY_FORMAT[from.id] ?? []), ...(BY_FAMILY[from.family] ?? [])];
  const choices: readonly TargetChoice[] = [
    ...(last === undefined ? [] : [{ to: last, reason: 'last' } as const]),
    ...byContent(from),
    ...usual.map(([to, reason]) => ({ to, reason })),
  ];
  return choices.find(({ to, reason }) => possible.includes(to) && (to !== from.id || reason === 'last'));
}

/** JPEG has neither transparency nor motion. */
function byContent({ id, transparent, animated }: SourceFile): readonly TargetChoice[] {
  if (animated) return id === 'webp' ? [{ to: 'gif', reason: 'moving' }] : [];
  return transparent ? [{ to: 'png', reason: 'transparent' }] : [];
}
