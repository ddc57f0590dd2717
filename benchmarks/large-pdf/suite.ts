import { statSync } from 'node:fs';
import path from 'node:path';
import type { OptionValues } from '@bakkum/conversion/options';
import { describeMachine } from '../machine.ts';
import { milliseconds, table } from '../markdown.ts';
import { openSitePage } from '../site-page.ts';
import type { Suite } from '../suite.ts';
import { watch } from '../watch.ts';
import { writeLargePdf } from './made-file.ts';

const PAGES = 1000;
const IMAGE_BYTES = 100_000;
/** The first round includes loading the engine. */
const ROUNDS = 2;
const MAX_MS = 10_000;
const MEGABYTE = 1_000_000;

const TASKS: readonly (readonly [name: string, options: OptionValues])[] = [
  ['all pages in reverse order', { pages: `${PAGES}-1` }],
  ['one file for every 100 pages', { split: 'every', splitPages: 100 }],
  ['ten pages', { pages: '1-5,500-504' }],
];

/** Reorders and splits a file of 1,000 pages and 100 MB on the built website. */
export const suite: Suite = {
  title: 'A PDF of 1,000 pages and 100 MB',
  once: true,
  async run({ folder, say }) {
    const file = path.join(folder, 'large.pdf');
    await writeLargePdf(file, PAGES, IMAGE_BYTES);
    const size = statSync(file).size;
    const site = await openSitePage(path.join(folder, 'profile'));
    try {
      const rows: string[][] = [];
      for (let round = 1; round <= ROUNDS; round += 1)
        for (const [name, options] of TASKS) {
          await site.openAgain();
          const { result, before, peak, gapMs } = await watch(site, () => site.convert(file, 'pdf', { options }));
          await site.forgetResults();
          say(`${name}: ${milliseconds(result.ms)} ms`);
          const memory = [before.own, peak.own].map((bytes) => String(Math.round(bytes / MEGABYTE)));
          rows.push([
            name,
            String(round),
            milliseconds(result.ms),
            result.ms <= MAX_MS ? 'yes' : 'no',
            ...memory,
            milliseconds(gapMs),
          ]);
        }
      const head = ['task', 'round', 'ms', 'within 10 s', 'memory before, MB', 'peak, MB', 'longest pause of the page, ms'];
      return [
        describeMachine([site.browser]),
        `The file has ${PAGES} pages and ${Math.round(size / MEGABYTE)} MB. Each page has a different image that cannot be compressed.`,
        'Memory is the private memory of the page’s process, which includes its workers. The page is reloaded for each row. The first row includes loading the engine.\n',
        table(head, rows),
      ].join('\n');
    } finally {
      await site.close();
    }
  },
};
