import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { oneOf, positiveNumber, wholeNumber } from '../command-line/command-line.mjs';
import { inRoot } from '../project-root.mjs';

const FOLDER = inRoot('benchmarks');
const DAY_MINUTES = 1440;
const MAX_ROUNDS = 1000;

/** Every folder with a suite is a benchmark. */
const names = readdirSync(FOLDER)
  .filter((name) => existsSync(path.join(FOLDER, name, 'suite.ts')))
  .sort();

export const BENCH = {
  name: 'npm run bench',
  summary: 'Measure conversions and the server, and write benchmarks/results/NAME.md',
  operands: [{ name: 'NAME', type: oneOf(...names), help: 'The benchmark' }],
  options: {
    only: { value: 'TEXT', help: 'Measure only what has this text in its name, and write no report file' },
    dir: { value: 'FOLDER', help: 'Measure the files in this folder (pdf-operations, workbench)' },
    rounds: {
      value: 'N',
      type: wholeNumber({ from: 1, to: MAX_ROUNDS }),
      default: 5,
      help: 'Rounds to take the median of',
    },
    minutes: {
      value: 'N',
      type: positiveNumber({ to: DAY_MINUTES }),
      default: 10,
      help: 'Length of the benchmarks that run for a set time',
    },
  },
  notes: { Benchmarks: names },
  examples: ['images', 'media --only mp3 --rounds 3', 'conversion-kills --minutes 10', 'pdf-operations --dir FOLDER'],
};
