import type { ConvertRequest, ConvertResult, Engine, EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { BackgroundPrograms, ProgramFolder } from '@bakkum/conversion/installed-programs';
import { isTable, type Opening, openingOf } from '@bakkum/document-office/opening';
import { savedAs, savedTables } from '@bakkum/document-office/saved';
import { conversionArguments, conversionRun } from './command.ts';
import { ListeningOffice, type ReuseLimits } from './listening-office.ts';
import { addProfile, PROFILE_FOLDER } from './profile.ts';

/** Converts office documents to PDF and to each other with the LibreOffice installed on this machine. */
export const engine: Engine = createEngine();

/** @param reuse after which a LibreOffice that runs between jobs is replaced */
export function createEngine(reuse?: ReuseLimits): Engine {
  const offices = new WeakMap<BackgroundPrograms, ListeningOffice>();
  const officeOf = (programs: BackgroundPrograms | undefined, version?: string): ListeningOffice | undefined => {
    if (!programs) return undefined;
    const office = offices.get(programs) ?? new ListeningOffice(programs, version, reuse);
    offices.set(programs, office);
    return office;
  };
  return {
    async convert(request, context) {
      context.signal.throwIfAborted();
      if (!context.programs) throw new ConversionError('engine-unavailable', 'no program may be started here');
      const opening = await openingOf(request, context.signal);
      const folder = await context.programs.open();
      try {
        await folder.put(opening.name, opening.bytes);
        const office = officeOf(context.programs.background, versionIn(context));
        const saved = office && (await handOver(office, folder, opening, request, context.signal));
        return await resultOf(
          folder,
          request,
          opening,
          saved ?? (await convertAlone(folder, opening, request, versionIn(context))),
        );
      } finally {
        await folder.remove();
      }
    },
  };
}

const versionIn = ({ programs }: EngineContext): string | undefined => programs?.versionOf('soffice');

/** Files in a folder, and what the program printed. */
type Saved = { readonly out: string; readonly log: readonly string[] };

/** Converts with a LibreOffice that runs between jobs. Returns undefined if it fails, and the file may be converted alone. */
async function handOver(
  office: ListeningOffice,
  folder: ProgramFolder,
  opening: Opening,
  request: ConvertRequest,
  signal: AbortSignal,
): Promise<Saved | undefined> {
  const out = 'handed-over';
  await folder.makeFolder(out);
  const printed = await office.convert(signal, {
    folder: folder.inside,
    arguments: conversionArguments(`${folder.inside}/${out}`, opening, request),
    isSaved: async () => (await folder.names(out)).length > 0,
  });
  return printed === undefined ? undefined : { out, log: printed.split('\n') };
}

/** Starts a LibreOffice for this document, with a profile that is deleted with the folder. */
async function convertAlone(folder: ProgramFolder, opening: Opening, request: ConvertRequest, version?: string): Promise<Saved> {
  const out = 'out';
  await folder.makeFolder(out);
  await addProfile(folder, version);
  const { text, log } = await folder.run(conversionRun(`${folder.inside}/${PROFILE_FOLDER}`, out, opening, request));
  return { out, log: [...text.split('\n'), ...log] };
}

async function resultOf(
  folder: ProgramFolder,
  request: ConvertRequest,
  { warnings }: Opening,
  { out, log }: Saved,
): Promise<ConvertResult> {
  const names = await folder.names(out);
  const [first] = names;
  if (first === undefined) throw new ConversionError('corrupt', `nothing was saved: ${log.slice(-4).join(' | ')}`);
  const bytesOf = (name: string): Promise<Uint8Array<ArrayBuffer>> => folder.read(`${out}/${name}`);
  if (!isTable(request.to)) return { outputs: [{ content: savedAs(await bytesOf(first), request) }], warnings };
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
