/** Reads PDF files with independent programs: qpdf and Poppler. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const LIMITS = { timeout: 120_000, maxBuffer: 1 << 28 };
/** Pages that are compared. */
const DRAWN_PAGES = 5;

/** What a file has, or why it is not valid. */
export type Facts = {
  readonly pages: number;
  /** All words, separated by single spaces. */
  readonly text: string;
  readonly bookmarks: number;
  readonly links: number;
  readonly fields: number;
  readonly attachments: number;
  /** Pages where bookmarks of the first level lead, counted from one, each once. */
  readonly chapters: readonly number[];
};

export type Parts = Pick<Facts, 'bookmarks' | 'links' | 'fields' | 'attachments'>;

/**
 * Reads a result, in which qpdf must not find anything to warn of.
 * @throws Error with the words of the program that refuses the file
 */
export async function factsOf(file: string, password = ''): Promise<Facts> {
  await run('qpdf', [`--password=${password}`, '--check', file], LIMITS);
  return sourceFacts(file, password);
}

/** Reads a file that can be damaged. */
export async function sourceFacts(file: string, password = ''): Promise<Facts> {
  const info = await run('pdfinfo', ['-upw', password, file], LIMITS);
  await run('pdffonts', ['-upw', password, file], LIMITS);
  const text = await run('pdftotext', ['-upw', password, file, '-'], LIMITS);
  return {
    pages: Number(/^Pages:\s+(\d+)/m.exec(info.stdout)?.[1]),
    text: text.stdout.split(/\s+/).join(' ').trim(),
    ...(await partsOf(file, password)),
  };
}

type Outline = { readonly destpageposfrom1: number | null; readonly kids: readonly Outline[] };
type Description = {
  readonly outlines: readonly Outline[];
  readonly attachments: object;
  readonly acroform: { readonly fields: readonly unknown[] };
};

const lenient = (password: string): readonly string[] => [`--password=${password}`, '--warning-exit-0'];

async function partsOf(file: string, password: string): Promise<Parts & Pick<Facts, 'chapters'>> {
  const keys = ['outlines', 'attachments', 'acroform'].map((key) => `--json-key=${key}`);
  const { stdout } = await run('qpdf', [...lenient(password), '--json', ...keys, file], LIMITS);
  const { outlines, attachments, acroform }: Description = JSON.parse(stdout);
  const plain = await run('qpdf', [...lenient(password), '--qdf', '--object-streams=disable', file, '-'], {
    ...LIMITS,
    encoding: 'latin1',
  });
  const count = (items: readonly Outline[]): number => items.reduce((sum, { kids }) => sum + 1 + count(kids), 0);
  return {
    bookmarks: count(outlines),
    links: plain.stdout.match(/\/Subtype \/Link\b/g)?.length ?? 0,
    fields: acroform.fields.length,
    attachments: Object.keys(attachments).length,
    chapters: [...new Set(outlines.flatMap((outline) => chapterOf(outline) ?? []))],
  };
}

/** The page of a bookmark. A heading that leads nowhere has the page of the first bookmark below it. */
function chapterOf({ destpageposfrom1, kids }: Outline): number | undefined {
  return destpageposfrom1 ?? kids.map(chapterOf).find((page) => page !== undefined);
}

/** Draws the first pages at 40 pixels per inch and returns their mean difference, from 0 to 1. */
export async function differenceOf(before: string, after: string): Promise<number> {
  const draw = async (file: string): Promise<Buffer> => {
    const { stdout } = await run('pdftoppm', ['-r', '40', '-l', String(DRAWN_PAGES), file], { ...LIMITS, encoding: 'buffer' });
    return stdout;
  };
  const [one, other] = [await draw(before), await draw(after)];
  if (one.length !== other.length) return 1;
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += Math.abs((one[at] ?? 0) - (other[at] ?? 0));
  return one.length === 0 ? 0 : sum / one.length / 255;
}

export async function testZip(file: string): Promise<void> {
  await run('unzip', ['-tqq', file], LIMITS);
}
