import type { EngineContext } from '@bakkum/conversion/engine';
import type { InstalledPrograms, ProgramFolder } from '@bakkum/conversion/installed-programs';
import { type GreyImage, pgmOf } from './grey-image.ts';
import { type BatchWords, type LineBatch, readBatch } from './line-batch.ts';
import { joinedPieces, type Language, LINE_SETTINGS, type LineReader, languageSettings, type ReadWord } from './tesseract.ts';

/** Data of the languages, unpacked. */
export type Models = ReadonlyMap<Language, Uint8Array<ArrayBuffer>>;

/** Seconds for the lines of a page, in which a program in a loop is ended. */
const LIMITS = { seconds: 600, processorSeconds: 600, fileBytes: 64 * 1024 * 1024 };
/** A line can be read in one language, in parts in the other, and then the other way round. More readings are not asked for. */
const MAX_ROUNDS = 4;
const DATA = 'data';

/** The installed Tesseract, if the operator allows it (`NATIVE_TOOLS`). */
export function installedTesseract({ programs }: Pick<EngineContext, 'programs'>): InstalledPrograms | undefined {
  return programs?.has('tesseract') ? programs : undefined;
}

/**
 * Reads batches with the installed Tesseract, which starts once for all lines in a language. Which parts of a line are read again in the
 * other language depends on the first reading, so the batches are read in rounds, until every reading they ask for is known.
 * @returns `undefined` if the program fails
 */
export async function readWithInstalled(
  programs: InstalledPrograms,
  models: Models,
  batches: readonly LineBatch[],
): Promise<readonly BatchWords[] | undefined> {
  const folder = await programs.open();
  try {
    await folder.makeFolder(DATA);
    for (const [language, model] of models) await folder.put(`${DATA}/${language}.traineddata`, model);
    const known = new Map<string, readonly ReadWord[]>();
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const { reader, missing } = knownReadings(known);
      const words: BatchWords[] = [];
      for (const batch of batches) words.push(await readBatch(reader, batch));
      if (missing.size === 0) return words;
      for (const [language, lines] of missing) {
        const read = await readLines(folder, `${round}-${language}`, language, [...lines.values()]);
        if (!read) return undefined;
        for (const [at, key] of [...lines.keys()].entries()) known.set(key, read[at] ?? []);
      }
    }
    return undefined;
  } finally {
    await folder.remove();
  }
}

type Missing = Map<Language, Map<string, GreyImage>>;

/** Answers with what is known, and records what is not. */
function knownReadings(known: ReadonlyMap<string, readonly ReadWord[]>): {
  readonly reader: LineReader;
  readonly missing: Missing;
} {
  const missing: Missing = new Map();
  const reader: LineReader = {
    read(line, language) {
      const key = keyOf(line, language);
      const words = known.get(key);
      if (words) return words;
      const lines = missing.get(language) ?? new Map<string, GreyImage>();
      missing.set(language, lines.set(key, line));
      return [];
    },
  };
  return { reader, missing };
}

/** Two FNV-1a hashes of different pixels (http://www.isthe.com/chongo/tech/comp/fnv/): 32 bits are too few. */
function keyOf({ width, height, data }: GreyImage, language: Language): string {
  let [even, odd] = [0x811c9dc5, 0x811c9dc5];
  for (let at = 0; at + 1 < data.length; at += 2) {
    even = Math.imul(even ^ (data[at] ?? 0), 0x01000193);
    odd = Math.imul(odd ^ (data[at + 1] ?? 0), 0x01000193);
  }
  return `${language} ${width} ${height} ${even} ${odd}`;
}

/** Reads images of lines. @returns the words of each, or `undefined` if the program fails */
async function readLines(
  folder: ProgramFolder,
  name: string,
  language: Language,
  lines: readonly GreyImage[],
): Promise<readonly (readonly ReadWord[])[] | undefined> {
  const files = lines.map((_, at) => `${name}-${at}.pgm`);
  for (const [at, line] of lines.entries()) await folder.put(files[at] ?? '', pgmOf(line));
  await folder.put(`${name}.txt`, new TextEncoder().encode(`${files.join('\n')}\n`));
  const settings = Object.entries({ ...LINE_SETTINGS, ...languageSettings(language), ...OUTPUTS });
  const { code } = await folder.run({
    program: 'tesseract',
    arguments: [
      `${name}.txt`,
      `${name}-out`,
      ...['--tessdata-dir', DATA, '-l', language, '--oem', '1'],
      ...settings.flatMap(([key, value]) => ['-c', `${key}=${value}`]),
    ],
    // Threads cost more than they save on images of single lines.
    environment: { OMP_THREAD_LIMIT: '1' },
    limits: LIMITS,
  });
  if (code !== 0) return undefined;
  const text = async (extension: string): Promise<string> =>
    new TextDecoder().decode(await folder.read(`${name}-out.${extension}`));
  return wordsOf(await text('tsv'), (await text('txt')).split('\f'), lines.length);
}

const OUTPUTS = { tessedit_create_tsv: '1', tessedit_create_txt: '1' };
/** Level of a word in the table. */
const WORD = '5';

/** Words of each image, from Tesseract's table of boxes and from its text, which has the spaces. */
function wordsOf(table: string, texts: readonly string[], count: number): readonly (readonly ReadWord[])[] {
  const pieces = Array.from({ length: count }, (): ReadWord[] => []);
  for (const row of table.split('\n')) {
    const [level, page, , , , , left, top, width, height, confidence, ...text] = row.split('\t');
    const word = text.join('\t').trim();
    if (level !== WORD || word === '') continue;
    const [x, y] = [Number(left), Number(top)];
    const box = { left: x, top: y, right: x + Number(width), bottom: y + Number(height) };
    pieces[Number(page) - 1]?.push({ ...box, text: word, confidence: Number(confidence) });
  }
  return pieces.map((words, at) => joinedPieces(words, texts[at] ?? ''));
}
