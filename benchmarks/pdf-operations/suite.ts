import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Warning } from '@bakkum/conversion/engine';
import type { OptionValues } from '@bakkum/conversion/options';
import { createRunner, type JobResult } from '@bakkum/conversion/runner';
import { estimateBytes, plannerFor } from '@bakkum/registry/catalogue';
import { openFileBlob } from '@bakkum/registry/node/file-blobs.node';
import { spawnNodeWorker } from '@bakkum/registry/node/spawn.node';
import { describeMachine } from '../machine.ts';
import { table } from '../markdown.ts';
import type { Suite } from '../suite.ts';
import { differenceOf, type Facts, factsOf, type Parts, sourceFacts, testZip } from './judge.ts';
import { OPERATIONS, type PdfOperation, type Source } from './operations.ts';

/** Mean difference of pages that look the same. */
const MAX_DIFFERENCE = 0.01;
const MIN_WORD = 5;
/** Warnings that tell which parts of a file are lost. */
const LOSSES: Readonly<Record<keyof Parts, readonly string[]>> = {
  bookmarks: [],
  links: [],
  fields: ['fields-flattened'],
  attachments: ['attachments-dropped'],
};

type Verdict = { readonly kind: (typeof KINDS)[number]; readonly detail: string };

/** Does every PDF operation with every PDF file in a folder, and judges the results with qpdf and Poppler. */
export const suite: Suite = {
  title: 'PDF operations',
  once: true,
  async run({ folder, dir, isAsked, say }) {
    if (dir === undefined) throw new Error('pdf-operations needs the folder of PDF files: --dir FOLDER');
    const files = (await readdir(dir, { recursive: true })).filter((file) => /\.pdf$/i.test(file)).toSorted();
    const bench = openBench(folder);
    const counts = new Map<string, Record<Verdict['kind'], number>>();
    const problems: Problem[] = [];
    const unreadable: (readonly string[])[] = [];
    try {
      for (const file of files) {
        const place = path.join(dir, file);
        const facts = await sourceFacts(place).catch((error: unknown) => reasonOf(error));
        if (typeof facts === 'string') unreadable.push([path.basename(file), facts]);
        for (const operation of OPERATIONS.filter(({ name }) => isAsked(name))) {
          const verdict = await bench.judge(place, typeof facts === 'string' ? undefined : facts, operation);
          const count = counts.get(operation.name) ?? none();
          count[verdict.kind] += 1;
          counts.set(operation.name, count);
          if (verdict.kind !== 'ok') problems.push({ file: path.basename(file), operation: operation.name, ...verdict });
          if (verdict.kind === 'wrong' || verdict.kind === 'invalid')
            say(`${file}: ${operation.name}: ${verdict.kind}: ${verdict.detail}`);
        }
        say(file);
      }
    } finally {
      bench.close();
    }
    const total = none();
    for (const count of counts.values()) for (const kind of KINDS) total[kind] += count[kind];
    const row = (name: string, count: typeof total): readonly string[] => [name, ...KINDS.map((kind) => String(count[kind]))];
    const finished = total.ok + total.wrong + total.invalid;
    return [
      describeMachine(['qpdf', 'Poppler']),
      `${files.length} files. Not counting refused and damaged files, ${((100 * total.ok) / finished).toFixed(1)}% of the results are right, and ${total.invalid} are not valid.`,
      'Right: qpdf finds no error, Poppler reads pages, fonts and text, and the operation keeps what it should keep: the number of pages, the words, the look of pages, bookmarks, links, form fields and attachments, unless a warning tells that they are lost.\n',
      table(['operation', ...KINDS], [...[...counts].map(([name, count]) => row(name, count)), row('all', total)]),
      '## Not right, or refused\n',
      table(['file', 'result', 'detail', 'operations'], grouped(problems)),
      '## Files that qpdf or Poppler do not accept themselves\n',
      table(['file', 'reason'], unreadable),
    ].join('\n');
  },
};

type Problem = Verdict & { readonly file: string; readonly operation: string };

/** One row for all operations that ended in the same way. */
function grouped(problems: readonly Problem[]): readonly (readonly string[])[] {
  const groups = Map.groupBy(problems, ({ file, kind, detail }) => JSON.stringify([file, kind, detail]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const names = group.length === OPERATIONS.length ? 'all' : group.map(({ operation }) => operation).join(', ');
    return first ? [[first.file, first.kind, first.detail, names]] : [];
  });
}

/** `damaged`: qpdf or Poppler accept neither the file nor the result. */
const KINDS = ['ok', 'refused', 'damaged', 'wrong', 'invalid'] as const;
const none = (): Record<Verdict['kind'], number> => ({ ok: 0, refused: 0, damaged: 0, wrong: 0, invalid: 0 });

function openBench(folder: string) {
  const planner = plannerFor(new Set());
  const runner = createRunner({ spawn: spawnNodeWorker, maxWorkers: 1, memoryBudgetBytes: 8 * 1024 ** 3, estimateBytes });
  let number = 0;

  async function convert(file: string, { to = 'pdf', copies = 1 }: PdfOperation, options: OptionValues): Promise<JobResult> {
    const answer = planner.plan('pdf', to);
    if (!answer.ok) throw new Error(`no plan for ${to}`);
    const first = await openFileBlob(file);
    const more = await Promise.all(Array.from({ length: copies - 1 }, () => openFileBlob(file)));
    // Other plans would ignore the options.
    const [plan] = answer.plans;
    return runner.run({ inputs: [first, ...more], plans: [plan], options });
  }

  async function save(blobs: readonly Blob[], extension: string): Promise<readonly string[]> {
    const made: string[] = [];
    for (const blob of blobs) {
      number += 1;
      const place = path.join(folder, `${number}.${extension}`);
      await writeFile(place, new Uint8Array(await blob.arrayBuffer()));
      made.push(place);
    }
    return made;
  }

  async function judge(source: string, before: Facts | undefined, operation: PdfOperation): Promise<Verdict> {
    const { options, to = 'pdf', password } = operation;
    const given = typeof options === 'function' ? options(factsForOptions(before)) : options;
    const result = await convert(source, operation, given);
    if (!result.ok) return { kind: 'refused', detail: result.code };
    const blobs = result.files.map(({ blob }) => blob);
    const made = await save(blobs, to);
    try {
      const facts: Facts[] = [];
      for (const place of made)
        if (to === 'zip') await testZip(place);
        else facts.push(await factsOf(place, password));
      const problems: string[] = [];
      if (before && to === 'pdf')
        for (const check of CHECKS)
          problems.push(
            ...[await check({ source, before, operation, made, facts, warnings: result.warnings })].flatMap(
              (problem) => problem ?? [],
            ),
          );
      return { kind: problems.length > 0 ? 'wrong' : 'ok', detail: problems.join('; ') };
    } catch (error) {
      return { kind: before ? 'invalid' : 'damaged', detail: reasonOf(error) };
    }
  }

  return { judge, close: () => runner.dispose() };
}

/** A result, with the facts of each of its files. */
type Result = {
  readonly source: string;
  readonly before: Facts;
  readonly operation: PdfOperation;
  readonly made: readonly string[];
  readonly facts: readonly Facts[];
  readonly warnings: readonly Warning[];
};

/** Each returns what a result has lost; `undefined` if nothing. */
const CHECKS: readonly ((result: Result) => Promise<string | undefined> | string | undefined)[] = [
  ({ before, operation, facts }) => {
    const pages = facts.reduce((sum, each) => sum + each.pages, 0);
    const wanted = operation.pages?.(before.pages) ?? pages;
    return pages === wanted ? undefined : `${pages} pages, not ${wanted}`;
  },
  ({ before, operation, facts }) => {
    const wanted = operation.files?.(factsForOptions(before)) ?? facts.length;
    return facts.length === wanted ? undefined : `${facts.length} files, not ${wanted}`;
  },
  ({ before, operation, facts: [after] }) => (operation.keepsText && after?.text !== before.text ? 'other words' : undefined),
  ({ before, operation, facts }) => {
    const removed = operation.removes?.(factsForOptions(before));
    const isLeft = removed !== undefined && facts.some(({ text }) => text.includes(removed));
    return isLeft ? 'the word is still there' : undefined;
  },
  async ({ source, operation, made: [first] }) => {
    const difference = operation.keepsLook && first !== undefined ? await differenceOf(source, first) : 0;
    return difference > MAX_DIFFERENCE ? `looks different (${(100 * difference).toFixed(1)}%)` : undefined;
  },
  ({ before, operation, facts: [after], warnings }) => {
    if (!operation.keepsParts || !after) return undefined;
    const isTold = (part: keyof Parts): boolean => warnings.some(({ code }) => LOSSES[part].includes(code));
    const lost = PARTS.filter((part) => after[part] < before[part] && !isTold(part));
    return lost.length > 0 ? lost.map((part) => `${part}: ${after[part]} of ${before[part]}`).join(', ') : undefined;
  },
];

const PARTS = ['bookmarks', 'links', 'fields', 'attachments'] as const;

function factsForOptions(facts: Facts | undefined): Source {
  return { pages: facts?.pages ?? 1, word: longWord(facts?.text ?? ''), chapters: facts?.chapters ?? [] };
}

const longWord = (text: string): string | undefined =>
  text.split(' ').find((word) => /^\p{L}+$/u.test(word) && word.length >= MIN_WORD);

function reasonOf(error: unknown): string {
  const output: unknown = typeof error === 'object' && error !== null && 'stderr' in error ? error.stderr : undefined;
  const text = typeof output === 'string' && output.trim() !== '' ? output : String(error);
  return (text.trim().split('\n').at(-1) ?? '').replaceAll(/\/\S*\//g, '').slice(0, 200);
}
