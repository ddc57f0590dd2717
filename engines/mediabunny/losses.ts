import type { Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { type Inventory, NOTHING } from '@bakkum/media-facts/contents';
import { readInventory } from '@bakkum/media-facts/inventory';
import type { MetadataTags } from 'mediabunny';
import { openSource, type Source } from './source.ts';

/** Text fields whose loss is reported. */
const TOLD_FIELDS = ['title', 'artist', 'album', 'albumArtist', 'genre', 'comment', 'lyrics', 'description'] as const;

/**
 * Finds what is in the source but not in the result by reading the result.
 * @param seconds expected duration of the result.
 * @throws ConversionError `corrupt` if it is much shorter: undecodable packets, or a truncated source
 */
export async function lossesBetween(
  source: Source,
  result: Blob,
  { keepsPictures, seconds }: { readonly keepsPictures: boolean; readonly seconds: number },
): Promise<Warning[]> {
  const after = (await readInventory(result)) ?? NOTHING;
  const written = await openSource(result);
  try {
    if (isShort(written.end - written.start, keepsPictures ? seconds : Math.min(seconds, await soundLength(source))))
      throw new ConversionError('corrupt', `${written.end - written.start} seconds of ${seconds}`);
    return [
      ...contentLosses(source.inventory, after, keepsPictures),
      ...trackLosses(source, written, keepsPictures),
      ...tagLosses(await source.input.getMetadataTags(), await written.input.getMetadataTags()),
    ];
  } finally {
    written.input.dispose();
  }
}

const SHORT_SHARE = 0.95;
const SHORT_SECONDS = 0.25;

function isShort(actual: number, expected: number): boolean {
  return actual < expected * SHORT_SHARE && actual < expected - SHORT_SECONDS;
}

/** Audio may be shorter than video; the container states a single duration for both. */
async function soundLength({ input, start }: Source): Promise<number> {
  const track = await input.getPrimaryAudioTrack();
  return track ? (await track.computeDuration()) - start : 0;
}

function contentLosses(before: Inventory, after: Inventory, keepsPictures: boolean): Warning[] {
  const warnings: Warning[] = [];
  if (before.chapters && !after.chapters) warnings.push({ code: 'chapters-dropped' });
  if (!keepsPictures) return warnings;
  if (before.subtitles > after.subtitles) warnings.push({ code: 'subtitles-dropped' });
  if (before.attachments > after.attachments) warnings.push({ code: 'attachments-dropped' });
  return warnings;
}

function trackLosses(before: Source, after: Source, keepsPictures: boolean): Warning[] {
  const lostSound = after.audio.length > 0 && before.audio.length > after.audio.length;
  const lostPictures = keepsPictures && before.video.length > after.video.length;
  return lostSound || lostPictures ? [{ code: 'tracks-dropped' }] : [];
}

function tagLosses(before: MetadataTags, after: MetadataTags): Warning[] {
  const warnings: Warning[] = [];
  if ((before.images?.length ?? 0) > 0 && (after.images?.length ?? 0) === 0) warnings.push({ code: 'cover-dropped' });
  if (TOLD_FIELDS.some((field) => before[field] && !after[field])) warnings.push({ code: 'metadata-dropped' });
  return warnings;
}
