import type { OptionValue, OptionValues } from '@bakkum/conversion/options';
import type { WayKind } from '@bakkum/conversion/ways';
import type { FileItem } from '../list/conversion-state.ts';

/** A stored file of the list, without its bytes. */
export type KeptFile = {
  /** Name in the folder. */
  readonly stored: string;
  readonly name: string;
  readonly type: string;
  readonly lastModified: number;
  readonly size: number;
  readonly folder?: string;
  readonly target?: string;
  readonly way?: WayKind;
  readonly options: OptionValues;
};

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

/** Returns whether a file is unconverted, so that a later page must restore it. */
export function isUnfinished({ state }: FileItem): boolean {
  return state.status !== 'completed' && state.status !== 'unsupported';
}

/** Returns what is stored of a file. Passwords are not, as the screen says. */
export function keptFileOf(item: FileItem, stored: string): KeptFile {
  const { file, name, size, folder, target, way, options } = item;
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
  };
}

function withoutPasswords(options: OptionValues): OptionValues {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !/password/i.test(name)));
}

function isKeptFile(value: unknown): value is KeptFile {
  if (typeof value !== 'object' || value === null) return false;
  const { stored, name, type, lastModified, size, folder, target, way, options }: Partial<Record<keyof KeptFile, unknown>> =
    value;
  return (
    [stored, name, type].every((part) => typeof part === 'string') &&
    [lastModified, size].every((part) => typeof part === 'number') &&
    [folder, target].every((part) => part === undefined || typeof part === 'string') &&
    (way === undefined || WAYS.includes(way)) &&
    typeof options === 'object' &&
    options !== null &&
    Object.values(options).every(isOptionValue)
  );
}

function isOptionValue(value: unknown): value is OptionValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
