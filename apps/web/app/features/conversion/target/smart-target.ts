import type { FormatId } from '@bakkum/conversion/engine';
import type { Family, Format } from '@bakkum/formats/format';

/** Why a target suits a file best; each is a message. */
export type SmartReason = 'everywhere' | 'smaller' | 'look' | 'edit' | 'sound' | 'other';
export type SmartChoice = { readonly to: FormatId; readonly reason: SmartReason };

/** Recommended targets of formats with a reason of their own. */
const BY_FORMAT: Readonly<Record<FormatId, SmartChoice>> = {
  jpeg: { to: 'webp', reason: 'smaller' },
  png: { to: 'webp', reason: 'smaller' },
  webp: { to: 'png', reason: 'everywhere' },
  gif: { to: 'mp4', reason: 'smaller' },
  apng: { to: 'gif', reason: 'everywhere' },
  bmp: { to: 'png', reason: 'smaller' },
  tga: { to: 'png', reason: 'everywhere' },
  psd: { to: 'png', reason: 'everywhere' },
  ico: { to: 'png', reason: 'everywhere' },
  icns: { to: 'png', reason: 'everywhere' },
  pdf: { to: 'docx', reason: 'edit' },
  csv: { to: 'xlsx', reason: 'edit' },
  tsv: { to: 'xlsx', reason: 'edit' },
  json: { to: 'csv', reason: 'edit' },
  wav: { to: 'mp3', reason: 'smaller' },
  aiff: { to: 'mp3', reason: 'smaller' },
  flac: { to: 'mp3', reason: 'smaller' },
  mp3: { to: 'wav', reason: 'edit' },
  mp4: { to: 'mp3', reason: 'sound' },
  zip: { to: '7z', reason: 'smaller' },
  srt: { to: 'vtt', reason: 'other' },
  ttf: { to: 'woff', reason: 'smaller' },
};

const BY_FAMILY: Partial<Record<Family, SmartChoice>> = {
  image: { to: 'jpeg', reason: 'everywhere' },
  vector: { to: 'png', reason: 'everywhere' },
  document: { to: 'pdf', reason: 'look' },
  spreadsheet: { to: 'pdf', reason: 'look' },
  presentation: { to: 'pdf', reason: 'look' },
  ebook: { to: 'pdf', reason: 'look' },
  audio: { to: 'mp3', reason: 'everywhere' },
  video: { to: 'mp4', reason: 'everywhere' },
  archive: { to: 'zip', reason: 'everywhere' },
  program: { to: 'zip', reason: 'everywhere' },
  subtitle: { to: 'srt', reason: 'everywhere' },
  font: { to: 'ttf', reason: 'everywhere' },
  data: { to: 'json', reason: 'other' },
};

/** Returns the best supported target of a file; `undefined` if none stands out. */
export function smartTarget(from: Pick<Format, 'id' | 'family'>, possible: readonly FormatId[]): SmartChoice | undefined {
  return [BY_FORMAT[from.id], BY_FAMILY[from.family]].find(
    (choice) => choice !== undefined && choice.to !== from.id && possible.includes(choice.to),
  );
}
