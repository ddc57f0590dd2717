import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Fidelity } from '@bakkum/conversion/fidelity';
import { formatById } from '@bakkum/registry/catalogue';
import { likenessOf } from '../../fidelity/compare.ts';
import type { NativeOffice } from '../../fidelity/native-office.ts';
import { isBlankOnly, type Look, lookFaults } from './look.ts';
import { energyOf, frameLook, imageLook, pageLooks, printed, secondsOf } from './rendering.ts';

/** A conversion whose result is compared with the source, both rendered by native programs. */
export type Converted = {
  readonly source: string;
  readonly from: string;
  readonly results: readonly string[];
  readonly to: string;
  readonly fidelity: Fidelity;
};

/** Formats with pages that native LibreOffice renders. */
const PAGED: ReadonlySet<string> = new Set([
  ...['pdf', 'docx', 'doc', 'odt', 'fodt', 'rtf', 'docm', 'dotx', 'ott', 'txt'],
  ...['pptx', 'ppt', 'odp', 'fodp', 'pptm', 'ppsx', 'potx'],
  ...['xlsx', 'xls', 'ods', 'fods', 'xlsm', 'xltx', 'xlsb'],
  ...['odg', 'fodg', 'vsdx', 'vsd'],
]);
/** Formats with black and white only. */
const DOTTED: ReadonlySet<string> = new Set(['pbm', 'xbm', 'wbmp', 'otb']);
/** Different renderers break lines differently: this share of the pages may be missing or added, and one page always. */
const PAGE_TOLERANCE = 0.25;
/** Share of letters that both have. */
const SAME_LETTERS = 0.9;
/** Text that is this short has too few letters to compare. */
const FEW_WORDS = 5;
/** Decibels. */
const VOLUME_TOLERANCE = 4;
/** Decibels below which nothing is heard. */
const SILENCE = -70;
const SHAPE_TOLERANCE = 0.05;
/** Pixels of the shorter side from which a rendered page shows anything. */
const MIN_SIDE = 8;
/** Shorter videos are compared in their first frame. */
const LATER_FRAME_SECONDS = 1;

type Kind = 'pages' | 'image' | 'video' | 'audio' | 'other';

/**
 * Describes how a result differs from its source at first sight, when native programs render both: pages, letters, ink, colors,
 * frames and volume. `undefined` when native programs cannot render both.
 */
export async function appearanceFaults(
  given: Converted,
  office: NativeOffice | undefined,
): Promise<readonly string[] | undefined> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bakkum-appearance-'));
  try {
    return await faultsOf(given, folder, office);
  } catch {
    return undefined; // a native program could not decode one of them, so there is nothing to compare
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function kindOf(format: string): Kind {
  if (PAGED.has(format)) return 'pages';
  const family = formatById(format)?.family;
  if (family === 'image' || format === 'svg') return 'image';
  return family === 'video' || family === 'audio' ? family : 'other';
}

type Comparison = (
  given: Converted,
  ours: string,
  folder: string,
  office?: NativeOffice,
) => Promise<readonly string[] | undefined>;

const withOffice =
  (
    compare: (given: Converted, ours: string, folder: string, office: NativeOffice) => Promise<readonly string[] | undefined>,
  ): Comparison =>
  async (given, ours, folder, office) =>
    office && compare(given, ours, folder, office);

/** By the kinds of source and result. */
const COMPARISONS: Readonly<Record<string, Comparison>> = {
  'pages pages': withOffice(pagesFaults),
  'pages image': withOffice(pageImageFaults),
  'image pages': withOffice(imagePageFaults),
  'image image': imageFaults,
  'video video': videoFaults,
  'video image': videoFaults,
  'video audio': volumeFaults,
  'audio audio': volumeFaults,
};

async function faultsOf(given: Converted, folder: string, office?: NativeOffice): Promise<readonly string[] | undefined> {
  const [ours] = given.results;
  // Text has no pages, and leaves out headers and drawings.
  if (given.to === 'txt') return undefined;
  const compare = COMPARISONS[`${kindOf(given.from)} ${kindOf(given.to)}`];
  return ours === undefined ? undefined : compare?.(given, ours, folder, office);
}

async function pagesFaults(given: Converted, ours: string, folder: string, office: NativeOffice) {
  const native = await printed(given.source, given.from, folder, office);
  const result = await printed(ours, given.to, folder, office);
  if (native === undefined) return undefined;
  if (result === undefined) return ['LibreOffice does not open it'];
  const likeness = await likenessOf(result, native);
  const tolerated = Math.max(1, Math.ceil(likeness.nativePages * PAGE_TOLERANCE));
  const hasText = likeness.nativeWords >= FEW_WORDS;
  const lost = hasText && likeness.letters < SAME_LETTERS;
  const letterFaults = lost ? [`only ${Math.round(likeness.letters * 100)} % of the letters are the same`] : [];
  const looks = [await pageLooks(result, folder), await pageLooks(native, folder)] as const;
  // A warning says that only the text is kept. Pages without text must show something else.
  if (given.fidelity === 'layout-lost' || given.fidelity === 'text-only')
    return !hasText && isBlankOnly(...looks) ? ['all pages are blank'] : letterFaults;
  return [
    ...(Math.abs(likeness.pages - likeness.nativePages) > tolerated
      ? [`${likeness.pages} pages instead of ${likeness.nativePages}`]
      : []),
    ...letterFaults,
    ...allLookFaults(...looks),
  ];
}

/** Names the first page with faults. */
function allLookFaults(ours: readonly Look[], native: readonly Look[]): readonly string[] {
  for (const [index, page] of ours.entries()) {
    const other = native[index];
    const faults = other && Math.min(other.width, other.height) >= MIN_SIDE ? lookFaults(page, other) : [];
    if (faults.length > 0) return faults.map((fault) => `page ${index + 1}: ${fault}`);
  }
  return [];
}

async function pageImageFaults(given: Converted, ours: string, folder: string, office: NativeOffice) {
  const native = await printed(given.source, given.from, folder, office);
  const [page] = native === undefined ? [] : await pageLooks(native, folder);
  if (!page) return undefined;
  const mine = await imageLook(ours, given.to, folder, page.width);
  return [...shapeFaults(mine, page), ...lookFaults(mine, page, colorsOf(given.to))];
}

/** The page may be larger than the image. */
async function imagePageFaults(given: Converted, ours: string, folder: string, office: NativeOffice) {
  const result = await printed(ours, given.to, folder, office);
  if (result === undefined) return ['LibreOffice does not open it'];
  const [page] = await pageLooks(result, folder);
  if (!page) return ['no page'];
  return lookFaults(page, await imageLook(given.source, given.from, folder)).filter((fault) => fault.startsWith('other'));
}

async function imageFaults(given: Converted, ours: string, folder: string) {
  const [mine, theirs] = [await imageLook(ours, given.to, folder), await imageLook(given.source, given.from, folder)];
  const isIcon = given.to === 'ico' || given.to === 'icns' || given.to === 'cur';
  return [...(isIcon ? [] : shapeFaults(mine, theirs)), ...lookFaults(mine, theirs, colorsOf(given.to))];
}

const colorsOf = (format: string): 'colors' | 'dots' => (DOTTED.has(format) ? 'dots' : 'colors');

function shapeFaults(ours: Look, native: Look): readonly string[] {
  const [mine, theirs] = [ours.width / ours.height, native.width / native.height];
  const pixel = 1.5 / Math.min(ours.width, ours.height, native.width, native.height);
  return Math.abs(mine / theirs - 1) <= SHAPE_TOLERANCE + pixel
    ? []
    : [`${mine.toFixed(2)} times as wide as high instead of ${theirs.toFixed(2)}`];
}

async function videoFaults(given: Converted, ours: string, folder: string) {
  const at = (await secondsOf(given.source)) > 2 * LATER_FRAME_SECONDS ? LATER_FRAME_SECONDS : 0;
  const [mine, theirs] = [await frameLook(ours, at, folder), await frameLook(given.source, at, folder)];
  return [
    ...shapeFaults(mine, theirs),
    ...lookFaults(mine, theirs),
    ...(kindOf(given.to) === 'video' ? await volumeFaults(given, ours) : []),
  ];
}

async function volumeFaults({ source }: Converted, ours: string): Promise<readonly string[]> {
  const [native, mine] = [await energyOf(source), await energyOf(ours)];
  if (native === undefined) return [];
  if (mine === undefined) return ['no sound can be decoded'];
  const difference = Math.round(mine - native);
  if (Math.max(mine, native) < SILENCE || Math.abs(difference) <= VOLUME_TOLERANCE) return [];
  return [`${Math.abs(difference)} dB ${difference > 0 ? 'louder' : 'quieter'} than the source`];
}
