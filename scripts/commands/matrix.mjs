import { commaSeparated, oneOf, wholeNumber } from '../command-line/command-line.mjs';

const DAY_SECONDS = 86_400;
const MAX_CONCURRENCY = 64;
const MAX_SAMPLE = 100_000;

const part = {
  expected: 'K/N with K from 1 to N',
  parse(text) {
    const [, k, n] = /^(\d{1,9})\/(\d{1,9})$/.exec(text) ?? [];
    return Number(k) >= 1 && Number(k) <= Number(n) ? { index: Number(k) - 1, count: Number(n) } : undefined;
  },
};

export const MATRIX = {
  name: 'npm run matrix',
  summary: 'Convert every file to every target and open each result with an independent program',
  usage: [
    '--dir FOLDER [options]',
    '--write-support [options]',
    '--check-support [--part K/N] [options]',
    '--record FILE… [--browser NAME]',
    '--record-browser FILE --browser NAME [--repeat FILE]',
  ],
  options: {
    dir: { value: 'FOLDER', help: 'Convert the files in this folder' },
    targets: { value: 'FORMATS', type: commaSeparated(), help: 'Convert to these formats only, such as png,pdf' },
    browser: {
      value: 'NAME',
      type: oneOf('chromium', 'firefox', 'webkit', 'masked'),
      help: 'Convert on the built website in chromium, firefox, webkit or masked (as Safari), not in Node',
    },
    sample: {
      value: 'N',
      type: wholeNumber({ from: 1, to: MAX_SAMPLE }),
      help: 'With --dir: convert N of the files up to 5 MB, of all extensions, to the two most wanted formats each',
    },
    repeat: { value: 'FILE', help: 'Do the conversions of this report again, and compare; with --record-browser: compare only' },
    out: { value: 'FILE', help: 'Write a row of tab-separated values for each conversion as soon as it is judged' },
    resume: { help: 'Skip conversions that --out already has a row for' },
    jobs: { value: 'N', type: wholeNumber({ from: 1, to: MAX_CONCURRENCY }), default: 2, help: 'Conversions at the same time' },
    timeout: {
      value: 'SECONDS',
      type: wholeNumber({ from: 1, to: DAY_SECONDS }),
      default: 60,
      help: 'Longest time of one conversion',
    },
    compare: { help: 'Compare images with native decoding: mean color error and size' },
    appearance: {
      help: 'Also render sources and results natively, and call a result invalid that looks different at first sight',
    },
    keep: { value: 'FOLDER', help: 'With --dir: keep the results in this folder' },
    'native-baseline': { help: 'Report how many of the files that native programs can read were converted' },
    prove: { help: 'Add the pairs that passed to those the product offers' },
    'write-support': { help: 'Convert the test fixtures, then offer the pairs that passed and no others' },
    'check-support': { help: 'Convert the pairs the product offers again; exit with 1 if one does not pass' },
    part: { value: 'K/N', type: part, help: 'With --check-support: check every Nth pair, starting at the Kth' },
    'record-browser': {
      value: 'FILE',
      help: 'Record for the format pages what this browser can do of what Chromium did in the report of --repeat',
    },
    record: { value: 'FILE', multiple: true, help: 'Add the pairs that passed in a report that --out wrote' },
  },
  notes: {
    'Exit codes': ['0 done, 1 a check failed, 2 wrong usage, 130 interrupted (continue with --resume)'],
  },
  examples: [
    '--dir samples --targets png,pdf',
    '--dir samples --out samples.tsv',
    '--dir samples --out samples.tsv --resume',
    '--check-support --part 1/30',
    '--dir samples --browser chromium --sample 150 --out chromium.tsv',
    '--dir samples --browser firefox --repeat chromium.tsv --out firefox.tsv',
    '--record-browser firefox.tsv --browser firefox --repeat chromium.tsv',
  ],
};
