import type { Format } from '@bakkum/formats/format';
import { publicFormats } from '@bakkum/registry/catalogue';
import { formatText } from '@bakkum/registry/format-texts';
import { MANIFESTS } from '@bakkum/registry/manifests.gen';
import { offeredTargets } from '@bakkum/registry/offered-pairs';

/** Chromium rejects manifests with more. */
const MAX_EXTENSIONS = 300;

type Opened = { readonly type: string; readonly extension: string };

/**
 * Returns the extensions a system may open with the installed site, by media type: two for each format with a page, then the main
 * extension of other formats that core engines read, up to the limit.
 */
export function openedTypes(): Readonly<Record<string, readonly string[]>> {
  const readable = publicFormats().filter(({ id }) => offeredTargets(id).length > 0);
  const [known, rare] = [readable.filter(({ id }) => formatText(id)), readable.filter(({ id }) => !formatText(id) && isCore(id))];
  const wanted = [...known.flatMap((format) => openedBy(format, 2)), ...rare.flatMap((format) => openedBy(format, 1))];
  const kept = [...new Map(wanted.map((opened) => [opened.extension, opened])).values()].slice(0, MAX_EXTENSIONS);
  return Object.fromEntries(
    [...Map.groupBy(kept, ({ type }) => type)].map(([type, opened]) => [type, opened.map(({ extension }) => `.${extension}`)]),
  );
}

function openedBy({ mediaTypes: [type], extensions }: Format, count: number): readonly Opened[] {
  return extensions.slice(0, count).map((extension) => ({ type, extension }));
}

function isCore(id: string): boolean {
  return MANIFESTS.some(({ tier, conversions }) => tier === 'core' && conversions.some(({ from }) => from.includes(id)));
}
