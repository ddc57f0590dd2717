/** Converts one file of a watched folder. Each version is converted exactly once, even if the process is killed in between. */
import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FormatId } from '@bakkum/conversion/engine';
import { outputName } from '@bakkum/conversion/output-name';
import { formatById } from '@bakkum/registry/catalogue';
import type { Converted, Converter, NotConverted } from '../converter.ts';
import { openFile } from '../open-file.ts';
import { failure } from '../outcome.ts';
import { systemProblem } from '../output-file.ts';
import { FileExists, linkNew, writeDraft } from '../place-files.ts';
import { namedResults } from '../result-names.ts';
import { type Entry, type Journal, openJournal } from './journal.ts';
import { ownFolder } from './own-folder.ts';
import { isSame, type SeenFile } from './settling.ts';
import { seenFile } from './source-files.ts';

/** Kept in the output folder. */
const STATE_FOLDER = '.bakkum-watch';
const FAILED_FOLDER = 'failed';
const LOG = 'failures.log';
/** Longest source name that leaves room for another extension; file systems allow 255 bytes. */
const MAX_NAME_BYTES = 240;

export type WatchOutcome =
  | { readonly state: 'converted'; readonly source: string; readonly outputs: readonly string[] }
  | { readonly state: 'failed'; readonly source: string; readonly code: string; readonly message: string }
  | { readonly state: 'skipped'; readonly source: string };

export type FileConversions = {
  /** Converts a file unless this version has been converted or cannot be. Undefined if nothing was done. */
  convert(file: SeenFile): Promise<WatchOutcome | undefined>;
  close(): Promise<void>;
};

export type FileConversionOptions = {
  readonly converter: Converter;
  readonly folder: string;
  readonly out: string;
  readonly to: FormatId;
  readonly options: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
};

/** Failures that may be temporary, so the file is retried at the next start. */
const TEMPORARY: ReadonlySet<string> = new Set(['engine-unavailable', 'storage-full', 'not-written', 'out-of-memory']);

/** Opens the state of an output folder and finishes placing the results of a killed process. @throws LinkedFolder */
export async function openFileConversions(given: FileConversionOptions): Promise<FileConversions> {
  const drafts = path.join(given.out, STATE_FOLDER, 'drafts');
  await ownFolder(path.dirname(drafts));
  await ownFolder(drafts);
  const journal = await openJournal(path.join(given.out, STATE_FOLDER, 'journal.jsonl'));
  await finishPlacing(journal, given.out, drafts);
  return new Conversions(given, journal, drafts);
}

class Conversions implements FileConversions {
  readonly #given: FileConversionOptions;
  readonly #journal: Journal;
  readonly #drafts: string;
  /** Sources by the names of their results. */
  readonly #claims: Map<string, string>;

  constructor(given: FileConversionOptions, journal: Journal, drafts: string) {
    this.#given = given;
    this.#journal = journal;
    this.#drafts = drafts;
    this.#claims = new Map(
      [...journal.entries()].flatMap((entry) => outputsOf(entry).map((name) => [name, entry.source] as const)),
    );
  }

  async convert(file: SeenFile): Promise<WatchOutcome | undefined> {
    const { converter, folder, out, to, options, signal } = this.#given;
    const before = this.#journal.of(file.name);
    if (before && isSame(before, file) && !isTemporary(before)) return undefined;
    const name = this.#nameFor(file.name);
    const isTaken = !outputsOf(before).includes(name) && (await lstat(path.join(out, name)).catch(() => undefined));
    if (isTaken) return this.#skip(file);
    const opened = await openFile(path.join(folder, file.name));
    if (!opened) return undefined;
    if (opened.detection.format?.id === to) return this.#skip(file);
    const result = await converter.convert({ file: opened, to, options, signal });
    try {
      const now = await seenFile(folder, file.name);
      // A file that changed in the meantime is reported again once it settles.
      if (signal.aborted || !now || !isSame(now, file)) return undefined;
      return await (result.ok ? this.#save(file, result, name) : this.#refuse(file, result));
    } finally {
      if (result.ok) await converter.discard(result);
    }
  }

  close(): Promise<void> {
    return this.#journal.close();
  }

  #nameFor(source: string): string {
    const extension = formatById(this.#given.to)?.extensions[0] ?? this.#given.to;
    const plain = outputName(source, extension);
    const isOthers = (this.#claims.get(plain) ?? source) !== source;
    // Two sources with the same name but other extensions.
    const name = isOthers ? outputName(`${source}.${extension}`, extension) : plain;
    this.#claims.set(name, source);
    return name;
  }

  async #skip(file: SeenFile): Promise<WatchOutcome> {
    await this.#journal.add({ ...identityOf(file), state: 'skipped', outputs: outputsOf(this.#journal.of(file.name)) });
    return { state: 'skipped', source: file.name };
  }

  async #save(file: SeenFile, result: Converted, name: string): Promise<WatchOutcome> {
    try {
      const outputs = await this.#place(file, result, name);
      await rm(this.#reportOf(file.name), { force: true });
      if (outputs.length === 0) return { state: 'skipped', source: file.name };
      return { state: 'converted', source: file.name, outputs };
    } catch (error) {
      const problem = systemProblem(error);
      if (!problem) throw error;
      return this.#fail(file, problem.code, `The result could not be written: ${problem.reason}.`);
    }
  }

  async #place(file: SeenFile, result: Converted, name: string): Promise<readonly string[]> {
    const own = new Set(outputsOf(this.#journal.of(file.name)));
    const files: Placing[] = [];
    for (const { blob, name: as } of namedResults(result.files, name, path.extname(name).slice(1))) {
      const draft = randomUUID();
      await writeDraft(path.join(this.#drafts, draft), blob);
      files.push({ draft, name: as, replaces: own.has(as) });
    }
    await this.#journal.add({ ...identityOf(file), state: 'placing', files });
    const outputs = await placeAll(this.#given.out, this.#drafts, files);
    for (const output of outputs) this.#claims.set(output, file.name);
    await this.#journal.add({ ...identityOf(file), state: outputs.length > 0 ? 'converted' : 'skipped', outputs });
    return outputs;
  }

  #refuse(file: SeenFile, { code, detail }: NotConverted): Promise<WatchOutcome> {
    const told = failure(code, detail);
    return this.#fail(file, code, 'message' in told ? told.message : code, detail);
  }

  async #fail(file: SeenFile, code: string, message: string, detail?: string): Promise<WatchOutcome> {
    await this.#journal.add({ ...identityOf(file), state: 'failed', code, outputs: outputsOf(this.#journal.of(file.name)) });
    const report = this.#reportOf(file.name);
    await ownFolder(path.dirname(report));
    await rm(report, { force: true });
    await writeFile(report, `${message}\n\n${code}${detail ? `: ${detail}` : ''}\n`, { flag: 'wx' });
    const line = { time: new Date().toISOString(), source: file.name, code, message, ...(detail && { detail }) };
    await appendLine(path.join(this.#given.out, LOG), JSON.stringify(line));
    return { state: 'failed', source: file.name, code, message };
  }

  #reportOf(source: string): string {
    const isShort = Buffer.byteLength(source) <= MAX_NAME_BYTES;
    const name = isShort ? source : createHash('sha256').update(source).digest('hex');
    return path.join(this.#given.out, FAILED_FOLDER, `${name}.txt`);
  }
}

function identityOf({ name, bytes, modifiedMs }: SeenFile) {
  return { source: name, bytes, modifiedMs };
}

/** Names of the results of a source that exist or may exist. */
function outputsOf(entry: ReturnType<Journal['of']>): readonly string[] {
  if (!entry) return [];
  return entry.state === 'placing' ? entry.files.map(({ name }) => name) : entry.outputs;
}

/** Appends to a file, but never to the target of a link. */
async function appendLine(file: string, line: string): Promise<void> {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
  const handle = await open(file, O_APPEND | O_CREAT | O_WRONLY | (O_NOFOLLOW ?? 0));
  try {
    await handle.appendFile(`${line}\n`);
  } finally {
    await handle.close();
  }
}

function isTemporary(entry: Entry): boolean {
  return entry.state === 'failed' && TEMPORARY.has(entry.code);
}

type Placing = {
  readonly draft: string;
  readonly name: string;
  /** Whether it replaces an earlier result of the same source. */
  readonly replaces: boolean;
};

/** Places the files and returns the names of those that are now ours. */
async function placeAll(out: string, drafts: string, files: readonly Placing[]): Promise<readonly string[]> {
  const placed: string[] = [];
  for (const file of files) if (await place(out, drafts, file)) placed.push(file.name);
  return placed;
}

/** Returns false if another program has written a file with this name, which is kept. */
async function place(out: string, drafts: string, { draft, name, replaces }: Placing): Promise<boolean> {
  const [from, to] = [path.join(drafts, draft), path.join(out, name)];
  if (replaces) {
    await rename(from, to);
    return true;
  }
  let isOurs = true;
  try {
    await linkNew(from, to);
  } catch (error) {
    if (!(error instanceof FileExists)) throw error;
    // A process that was killed before it deleted the draft had placed it.
    isOurs = (await lstat(from)).ino === (await lstat(to)).ino;
  }
  await rm(from, { force: true });
  return isOurs;
}

/** Places drafts that a killed process had announced, and deletes those of conversions that it had not finished. */
async function finishPlacing(journal: Journal, out: string, drafts: string): Promise<void> {
  const left = new Set(await readdir(drafts));
  for (const entry of [...journal.entries()]) {
    if (entry.state !== 'placing') continue;
    const { source, bytes, modifiedMs, files } = entry;
    try {
      // Files without a draft were already placed.
      const isDone = files.filter(({ draft }) => !left.has(draft)).map(({ name }) => name);
      const placed = await placeAll(
        out,
        drafts,
        files.filter(({ draft }) => left.has(draft)),
      );
      const outputs = [...isDone, ...placed];
      await journal.add({ source, bytes, modifiedMs, state: outputs.length > 0 ? 'converted' : 'skipped', outputs });
    } catch (error) {
      if (!systemProblem(error)) throw error;
      await journal.add({ source, bytes, modifiedMs, state: 'failed', code: 'not-written', outputs: outputsOf(entry) });
    }
  }
  for (const draft of await readdir(drafts)) await rm(path.join(drafts, draft), { force: true });
}
