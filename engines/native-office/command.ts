import type { ConvertRequest } from '@bakkum/conversion/engine';
import type { ProgramLimits, ProgramRun } from '@bakkum/conversion/installed-programs';
import { isTable, type Opening } from '@bakkum/document-office/opening';
import { writerOf } from '@bakkum/document-office/save-options';
import { READERS, writerFor } from './filters.ts';

/** Limits of one conversion. */
export const LIMITS: ProgramLimits = { seconds: 300, processorSeconds: 300, fileBytes: 2 * 1024 ** 3 };
/** CSV writer token for one file per sheet, after tokens left at their default. */
const EVERY_SHEET = ',false,false,-1';

/**
 * Keeps glibc from returning memory between allocations. LibreOffice allocates and frees 64 MB sixteen times for a document, and the system
 * clears each page again: half of the processor time of its start.
 */
export const ENVIRONMENT: Readonly<Record<string, string>> = {
  MALLOC_MMAP_THRESHOLD_: String(256 * 1024 ** 2),
  MALLOC_TRIM_THRESHOLD_: String(256 * 1024 ** 2),
};

/** Arguments of every run. @param profile folder as the program sees it; runs with the same profile find each other */
export function baseArguments(profile: string): readonly string[] {
  return [`-env:UserInstallation=file://${profile}`, '--headless', '--nologo', '--nodefault', '--norestore', '--nolockcheck'];
}

/** Converts the document in the working folder. @param out folder for the results */
export function conversionRun(profile: string, out: string, opening: Opening, request: ConvertRequest): ProgramRun {
  const args = [...baseArguments(profile), ...conversionArguments(out, opening, request)];
  return { program: 'soffice', arguments: args, environment: ENVIRONMENT, limits: LIMITS };
}

/** The arguments of a conversion, without those of the program. @param out folder for the results */
export function conversionArguments(out: string, opening: Opening, request: ConvertRequest): readonly string[] {
  const { extension, options } = writerOf(request.to, request.options);
  const everySheet = isTable(request.to) && request.options['sheets'] !== 'first' ? EVERY_SHEET : '';
  const writer = [writerFor(request.to, opening.source.kind), `${options}${everySheet}`].filter((part) => part !== '');
  const reader = READERS[opening.format];
  return [
    ...(reader ? [`--infilter=${[reader, opening.options].filter((part) => part !== '').join(':')}`] : []),
    '--convert-to',
    [extension, ...writer].join(':'),
    '--outdir',
    out,
    opening.name,
  ];
}
