import type { Capability } from '@bakkum/conversion/capabilities';
import type { Conversion } from '@bakkum/conversion/engine';
import type { Family } from '@bakkum/formats/format';
import { formatById } from '@bakkum/registry/catalogue';
import { MANIFESTS } from '@bakkum/registry/manifests.gen';
import { type Pair, popularPairs, routeOfPair } from '@bakkum/registry/offered-pairs';

const GROUPS = {
  pictures: ['image', 'vector'],
  sound: ['audio'],
  films: ['video'],
  documents: ['document', 'ebook', 'presentation'],
  office: [],
  tables: ['spreadsheet', 'data'],
  archives: ['archive'],
  models: ['model3d'],
  others: ['subtitle', 'font', 'program'],
} as const satisfies Readonly<Record<string, readonly Family[]>>;

export type GroupId = keyof typeof GROUPS;

/** Converters that are stored together. */
export type OfflineGroup = {
  readonly id: GroupId;
  readonly engines: readonly { readonly id: string; readonly requires: readonly Capability[] }[];
};

/** The office engine is larger than all others combined, and its conversions also have a route without it, so it has its own group. */
const OFFICE = 'office';

let known: readonly OfflineGroup[] | undefined;

/** Returns, for each group of files, the engines used by its popular conversions and by the tools that edit them. */
export function offlineGroups(): readonly OfflineGroup[] {
  known ??= groupIds()
    .map((id) => ({ id, engines: described(id === OFFICE ? [OFFICE] : enginesOf(id)) }))
    // A build may leave engines out.
    .filter(({ engines }) => engines.length > 0);
  return known;
}

function groupIds(): readonly GroupId[] {
  return Object.keys(GROUPS).filter((id): id is GroupId => Object.hasOwn(GROUPS, id));
}

function described(ids: readonly string[]): OfflineGroup['engines'] {
  return MANIFESTS.filter(({ id }) => ids.includes(id)).map(({ id, requires }) => ({ id, requires }));
}

function enginesOf(group: GroupId): readonly string[] {
  const families: readonly Family[] = GROUPS[group];
  const engines = popularPairs()
    .filter((pair) => isOf(pair, families))
    .flatMap((pair) => routeOfPair(pair)?.engines ?? [])
    .map(({ id }) => id);
  const usual = engines.length > 0 ? engines : readersOf(families);
  return [...new Set([...usual, ...editorsOf(families)])].filter((id) => id !== OFFICE);
}

/** Engines that edit files without converting them, such as for merging or signing PDFs. No pair of formats uses them. */
function editorsOf(families: readonly Family[]): readonly string[] {
  const isEdit = ({ from, sameFormat }: Conversion): boolean =>
    sameFormat === true && from.every((format) => isFormatOf(format, families));
  return MANIFESTS.filter(({ conversions }) => conversions.some(isEdit)).map(({ id }) => id);
}

/** Images occasionally become video, which does not make the video engine an engine of images. */
function isOf({ from, to }: Pair, families: readonly Family[]): boolean {
  const [source, result] = [from, to].map((id) => formatById(id)?.family);
  if (!source || !result || !families.includes(source)) return false;
  return isRecording(source) || !isRecording(result);
}

function isRecording(family: Family): boolean {
  return family === 'audio' || family === 'video';
}

/** For formats without a popular conversion: all engines that read them. */
function readersOf(families: readonly Family[]): readonly string[] {
  const isRead = ({ from }: Conversion): boolean => from.some((format) => isFormatOf(format, families));
  return MANIFESTS.filter(({ conversions }) => conversions.some(isRead)).map(({ id }) => id);
}

function isFormatOf(format: string, families: readonly Family[]): boolean {
  const family = formatById(format)?.family;
  return family !== undefined && families.includes(family);
}
