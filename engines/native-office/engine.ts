import type { ConvertRequest, ConvertResult, Engine } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { ProgramFolder, ProgramLimits } from '@bakkum/conversion/installed-programs';
import { isTable, type Opening, openingOf } from '@bakkum/document-office/opening';
import { writerOf } from '@bakkum/document-office/save-options';
import { savedAs, savedTables } from '@bakkum/document-office/saved';
import { READERS, writerFor } from './filters.ts';
import { PROFILE } from './profile.ts';

const LIMITS: ProgramLimits = { seconds: 300, processorSeconds: 300, fileBytes: 2 * 1024 ** 3 };
const OUT = 'out';
/** CSV writer token for one file per sheet, after tokens left at their default. */
const EVERY_SHEET = ',false,false,-1';

/** Converts office documents to PDF and to each other with the LibreOffice installed on this machine. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    if (!context.programs) throw new ConversionError('engine-unavailable', 'no program may be started here');
    const opening = await openingOf(request, context.signal);
    const folder = await context.programs.open();
    try {
      await prepare(folder, opening);
      const log = await run(folder, opening, request);
      return await resultOf(folder, request, log);
    } finally {
      await folder.remove();
    }
  },
};

/** A separate profile that is deleted with the folder. */
async function prepare(folder: ProgramFolder, { name, bytes }: Opening): Promise<void> {
  for (const made of [OUT, 'profile', 'profile/user']) await folder.makeFolder(made);
  await folder.put('profile/user/registrymodifications.xcu', new TextEncoder().encode(PROFILE));
  await folder.put(name, bytes);
}

async function run(folder: ProgramFolder, opening: Opening, request: ConvertRequest): Promise<readonly string[]> {
  const { extension, options } = writerOf(request.to, request.options);
  const everySheet = isTable(request.to) && request.options['sheets'] !== 'first' ? EVERY_SHEET : '';
  const writer = [writerFor(request.to, opening.source.kind), `${options}${everySheet}`].filter((part) => part !== '');
  const reader = READERS[request.from];
  const { text, log } = await folder.run({
    program: 'soffice',
    arguments: [
      `-env:UserInstallation=file://${folder.inside}/profile`,
      '--headless',
      '--nologo',
      '--nodefault',
      '--norestore',
      '--nolockcheck',
      ...(reader ? [`--infilter=${[reader, opening.options].filter((part) => part !== '').join(':')}`] : []),
      '--convert-to',
      [extension, ...writer].join(':'),
      '--outdir',
      OUT,
      opening.name,
    ],
    limits: LIMITS,
  });
  return [...text.split('\n'), ...log];
}

async function resultOf(folder: ProgramFolder, request: ConvertRequest, log: readonly string[]): Promise<ConvertResult> {
  const names = await folder.names(OUT);
  const [first] = names;
  if (first === undefined) throw new ConversionError('corrupt', `nothing was saved: ${log.slice(-4).join(' | ')}`);
  const bytesOf = (name: string): Promise<Uint8Array<ArrayBuffer>> => folder.read(`${OUT}/${name}`);
  if (!isTable(request.to)) return { outputs: [{ content: savedAs(await bytesOf(first), request) }], warnings: [] };
  const tables = inOrder(names, log).map(async (file) => ({ name: sheetOf(file), bytes: await bytesOf(file) }));
  return savedTables(await Promise.all(tables), request);
}

/** Sorts files, which are listed by name, in workbook order, which is the order of the program's log. */
function inOrder(names: readonly string[], log: readonly string[]): readonly string[] {
  const told = log.join('\n');
  const place = (name: string): number => told.indexOf(`/${name}`);
  return [...names].sort((one, other) => place(one) - place(other));
}

/** Extracts the sheet name from `document-Sales.csv`; a single table is named after the document alone. */
const sheetOf = (file: string): string => file.replace(/^[^-]*-/, '').replace(/\.csv$/, '');
