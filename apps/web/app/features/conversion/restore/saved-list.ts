import type { OptionValue, OptionValues } from '@bakkum/conversion/options';
import type { WayKind } from '@bakkum/conversion/ways';
import { type Completed, type FileItem, isExtraction } from '../list/conversion-state.ts';

/** A stored file of the list, without its bytes. */
export type KeptFile = KeptBlob & {
  readonly lastModified: number;
  readonly target?: string;
  readonly way?: WayKind;
  readonly options: OptionValues;
  readonly results?: KeptResults;
};

type KeptBlob = {
  /** Name in the folder. */
  readonly stored: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly folder?: string;
};

export type KeptResults = Pick<Completed, 'warnings' | 'elapsedMs'> & { readonly files: readonly [KeptBlob, ...KeptBlob[]] };

const WAYS: readonly unknown[] = ['layout', 'structure', 'text', 'picture'] satisfies readonly WayKind[];

/** Reads the list an earlier page wrote; skips invalid entries. */
export function keptFilesOf(text: string): readonly KeptFile[] {
  try {
    const listed: unknown = JSON.parse(text || '[]');
    return Array.isArray(listed) ? listed.filter(isKeptFile) : [];
  } catch {
    return []; // truncated
  }
}

/** Returns the names of a file and of its results in the folder. */
export function storedNamesOf({ stored, results }: KeptFile): readonly string[] {
  return [stored, ...(results?.files.map((file) => file.stored) ?? [])];
}

/**
 * Returns whether a later page must restore a file: one that is not converted, or whose results were not saved.
 * @param isSaved whether the user has saved a result
 */
export function isUnfinished({ state }: Pick<FileItem, 'state'>, isSaved: (blob: Blob) => boolean): boolean {
  if (state.status === 'completed') return !state.files.every(({ blob }) => isSaved(blob));
  return state.status !== 'unsupported';
}

/** Returns what must be stored of a file. The files of an archive are extracted again instead. */
export function blobsOf(item: FileItem): readonly Blob[] {
  return [item.file, ...(resultsOf(item)?.files.map(({ blob }) => blob) ?? [])];
}

/** Returns the results that only this list has. */
export function resultsOf(item: FileItem): Completed | undefined {
  return item.state.status === 'completed' && !isExtraction(item) ? item.state : undefined;
}

/**
 * Returns the list's entry for a file; undefined if there was no room for it. Passwords are not stored, as the screen says.
 * @param nameOf returns the name a blob is stored under
 */
export function keptFileOf(item: FileItem, nameOf: (blob: Blob) => string | undefined): KeptFile | undefined {
  const { file, name, size, folder, target, way, options } = item;
  const stored = nameOf(file);
  if (stored === undefined) return undefined;
  const results = keptResultsOf(resultsOf(item), nameOf);
  return {
    stored,
    name,
    type: file.type,
    lastModified: file.lastModified,
    size,
    ...(folder !== undefined && { folder }),
    ...(target !== undefined && { target }),
    ...(way !== undefined && { way }),
    options: withoutPasswords(options),
    ...(results && { results }),
  };
}

/** Some of several results are of no use. */
function keptResultsOf(state: Completed | undefined, nameOf: (blob: Blob) => string | undefined): KeptResults | undefined {
  const [first, ...rest] =
    state?.files.flatMap(({ blob, name, folder }): readonly KeptBlob[] => {
      const stored = nameOf(blob);
      return stored === undefined
        ? []
        : [{ stored, name, type: blob.type, size: blob.size, ...(folder !== undefined && { folder }) }];
    }) ?? [];
  if (!state || !first || rest.length + 1 < state.files.length) return undefined;
  return { files: [first, ...rest], warnings: state.warnings, elapsedMs: state.elapsedMs };
}

function withoutPasswords(options: OptionValues): OptionValues {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !/password/i.test(name)));
}

function isKeptFile(value: unknown): value is KeptFile {
  if (!isKeptBlob(value)) return false;
  const { lastModified, target, way, options, results }: Unchecked<KeptFile> = value;
  return (
    typeof lastModified === 'number' &&
    (target === undefined || typeof target === 'string') &&
    (way === undefined || WAYS.includes(way)) &&
    isObject(options) &&
    Object.values(options).every(isOptionValue) &&
    (results === undefined || isKeptResults(results))
  );
}

type Unchecked<Value> = Partial<Record<keyof Value, unknown>>;

function isKeptBlob(value: unknown): value is KeptBlob {
  if (!isObject(value)) return false;
  const { stored, name, type, size, folder }: Unchecked<KeptBlob> = value;
  return (
    [stored, name, type].every((part) => typeof part === 'string') &&
    typeof size === 'number' &&
    (folder === undefined || typeof folder === 'string')
  );
}

function isKeptResults(value: unknown): value is KeptResults {
  if (!isObject(value)) return false;
  const { files, warnings, elapsedMs }: Unchecked<KeptResults> = value;
  const areWarnings = Array.isArray(warnings) && warnings.every((each) => isObject(each) && 'code' in each);
  return Array.isArray(files) && files.length > 0 && files.every(isKeptBlob) && areWarnings && typeof elapsedMs === 'number';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isOptionValue(value: unknown): value is OptionValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
