import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ExpectedError } from '../expected-error.mjs';
import { findBrowser } from '../find-browser.mjs';
import { missingJudges } from '../native-judges.mjs';
import { run } from '../process.mjs';
import { inRoot, root, say, secondsSince } from '../project-root.mjs';
import { longTailEngines } from '../test-tiers.mjs';
import { buildIfStale } from './build.mjs';
import { generate } from './generate.mjs';

const REPORTS = inRoot('.cache', 'test');
const EXIT_USAGE = 2;

const HELP = `Runs the tests. The last line is "N passed, N failed".

  npm test                      the default tier: minutes, with every change
  npm run test:full             everything
  npm test -- --changed         tests that changes since main, committed or not, can affect
  npm test -- --slice 12        one of 12 parts of the tests that only the full tier has, chosen by the commit
  npm test -- --slice 3/12      the third of them
  npm test -- unit|e2e [WORD…]  tests in Node, or journeys in a browser
  npm test -- WORD…             test files of any tier with one of these words in their path

Options
  --full          every tier
  --changed       only tests that changes can affect
  --slice [K/]N   a part of the full tier
  -h, --help      show this help`;

const OPTIONS = {
  full: { type: 'boolean', default: false },
  changed: { type: 'boolean', default: false },
  slice: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
};

/** Tests in Node come first: what is cheap fails first. */
const SUITES = [
  { name: 'unit', files: '{apps,packages,engines,providers,formats,content,tests,benchmarks,scripts}/**/*.test.{ts,tsx,mjs}' },
  { name: 'e2e', files: 'tests/e2e/*.e2e.ts' },
];
/** What journeys go through: a change in here can affect any of them. */
const SITE = /^(apps\/(web|server)|packages|providers|formats)\/(?!.*\.(test\.tsx?|md)$)/;
/** Other changes than these leave the contract tests of engines that did not change as they were. */
const ONE_ENGINE = /^engines\/([^/]+)\/|\.md$|\.(test|e2e)\.tsx?$/;

/** Runs the tests that the arguments choose; see HELP. */
export async function test(args) {
  const asked = parse(args);
  if (!asked) return;
  const env = { ...process.env, NODE_ENV: 'test' };
  const runs = runsFor(asked);
  env.BAKKUM_BROWSER = await findBrowser();
  say(`browser: ${env.BAKKUM_BROWSER}`);
  // Tests in Node run from the sources.
  await (runs.some(({ suite }) => suite === 'e2e') ? buildIfStale() : generate());
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  const results = [];
  for (const each of runs) results.push(await runVitest(each, env));
  summarise(results);
}

/** What was asked for; undefined, with the exit code set, where that was help or cannot be. */
function parse(args) {
  const refuse = (message) => {
    process.stderr.write(`[bakkum] ${message} (npm test -- --help)\n`);
    process.exitCode = EXIT_USAGE;
    return undefined;
  };
  let given;
  try {
    given = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    if (!error.code?.startsWith('ERR_PARSE_ARGS_')) throw error;
    return refuse(error.message.split(/[.\n]/)[0]);
  }
  const { values, positionals } = given;
  if (values.help) {
    console.log(HELP);
    return undefined;
  }
  const [first] = positionals;
  const suites = SUITES.filter(({ name }) => name === first);
  const words = positionals.slice(suites.length);
  const slice = typeof values.slice === 'string' ? sliceOf(values.slice) : undefined;
  if (values.slice !== undefined && !slice) return refuse('--slice is not followed by N or K/N');
  if ([values.full, values.changed, slice, words.length > 0].filter(Boolean).length > 1)
    return refuse('choose one of --full, --changed, --slice and words');
  return { ...values, slice, words, suites: suites.length > 0 ? suites : SUITES };
}

/** `3/12` is the third of twelve; `12` leaves the choice to the commit, so that the same commit is always tested the same way. */
function sliceOf(text) {
  const [, chosen, count] = (/^(?:(\d{1,4})\/)?(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (!count || chosen === 0 || chosen > count) return undefined;
  return Number.isNaN(chosen)
    ? { index: (Number.parseInt(git('rev-parse', 'HEAD').slice(0, 8), 16) % count) + 1, count }
    : { index: chosen, count };
}

/** The processes of Vitest one after another: which projects of vitest.config.ts, and which of their files. */
function runsFor({ suites, words, slice, full, changed }) {
  if (changed) return changedRuns(suites);
  if (words.length > 0) return chosenRuns(suites, words);
  if (slice) return sliceRuns(suites, slice);
  const tiers = full ? ['', '-full'] : [''];
  return suites.flatMap(({ name }) =>
    tiers.map((tier) => ({ name: name + tier, suite: name, projects: [name + tier], args: [] })),
  );
}

function chosenRuns(suites, words) {
  const chosen = suites.filter(({ files }) =>
    globSync(files, { cwd: root, exclude: (name) => name === 'node_modules' || name === 'build' }).some((file) =>
      words.some((word) => file.includes(word)),
    ),
  );
  if (chosen.length === 0)
    throw new ExpectedError(`no test file has ${words.map((word) => `"${word}"`).join(' or ')} in its path.`);
  return chosen.map(({ name }) => ({ name, suite: name, projects: [name, `${name}-full`], args: words }));
}

function sliceRuns(suites, { index, count }) {
  say(`slice ${index} of ${count} of the full tier, at commit ${git('rev-parse', '--short', 'HEAD')}`);
  return suites.map(({ name }) => ({
    name: `${name}-full`,
    suite: name,
    projects: [`${name}-full`],
    args: [`--shard=${index}/${count}`],
    mayBeEmpty: true,
  }));
}

/** Of the default tier what imports something that changed, journeys if the site did, and all tests of an engine that did. */
function changedRuns(suites) {
  const base = changeBase();
  const files = changedFiles(base);
  say(`${files.length} files changed since ${base.slice(0, 12)}`);
  const engines = new Set(files.flatMap((file) => ONE_ENGINE.exec(file)?.[1] ?? []));
  const env = files.every((file) => ONE_ENGINE.test(file)) ? { CONTRACT_ENGINES: [...engines].join(',') } : {};
  const related = (name) => ({ name, suite: name, projects: [name], args: [`--changed=${base}`], env, mayBeEmpty: true });
  const longTail = longTailEngines().filter((engine) => engines.has(engine));
  const runs = [related('unit')];
  if (longTail.length > 0) runs.push(longTailRun(longTail));
  if (files.some((file) => SITE.test(file))) runs.push({ name: 'e2e', suite: 'e2e', projects: ['e2e'], args: [] });
  else if (files.some((file) => file.startsWith('tests/'))) runs.push(related('e2e'));
  return runs.filter(({ suite }) => suites.some(({ name }) => name === suite));
}

function longTailRun(engines) {
  const args = ['tests/engine-contract', ...engines.map((engine) => `engines/${engine}/`)];
  return { name: 'unit-full', suite: 'unit', projects: ['unit-full'], args, env: { CONTRACT_ENGINES: engines.join(',') } };
}

/** Where this branch left main; on main itself, or without one, the last commit. */
function changeBase() {
  const hasMain = git('branch', '--list', 'main') !== '';
  return hasMain ? git('merge-base', 'main', 'HEAD') : git('rev-parse', 'HEAD');
}

function changedFiles(base) {
  const names = [git('diff', '--name-only', base), git('ls-files', '--others', '--exclude-standard')].join('\n');
  return [...new Set(names.split('\n').filter(Boolean))];
}

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}

async function runVitest({ name, projects, args, env: settings, mayBeEmpty = false }, env) {
  const startedAt = Date.now();
  const report = `${REPORTS}/${name}.json`;
  const parts = [
    inRoot('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...projects.map((project) => `--project=${project}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    '--passWithNoTests',
    ...args,
  ];
  const { code } = await run(process.execPath, parts, { cwd: root, env: { ...env, ...settings } });
  return { name, code, mayBeEmpty, report: readReport(report), took: secondsSince(startedAt) };
}

/** Absent when vitest ended before it could write one. */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function summarise(results) {
  const runs = results.map((result) => ({ ...result, ...countsOf(result) }));
  const total = (key) => runs.reduce((sum, each) => sum + each[key], 0);
  // No test where there should be some is a broken runner.
  const empty = runs.filter(({ mayBeEmpty, passed, failed }) => !mayBeEmpty && passed + failed === 0);
  const failed = total('failed') + empty.length;
  console.log('');
  for (const { name, passed, failed: fails, leftOut, took } of runs) {
    console.log(`${name}: ${passed} passed, ${fails} failed, ${leftOut.length} left out (${took})`);
  }
  for (const { name } of empty) console.log(`${name}: no test ran, which counts as a failure`);
  reportLeftOut(runs.flatMap(({ leftOut }) => leftOut));
  console.log(`${total('passed')} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

/** A file that could not be loaded, and an error outside every test, count as one failed test each. */
function countsOf({ code, report }) {
  const files = report?.testResults ?? [];
  const tests = files.flatMap((file) => file.assertionResults.map((test) => ({ ...test, file: file.name })));
  const failedTests = tests.filter((test) => test.status === 'failed').length;
  const failedFiles = files.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const passed = tests.filter((test) => test.status === 'passed').length;
  const unexplained = code !== 0 && failedTests + failedFiles === 0 ? 1 : 0;
  const leftOut = tests.filter((test) => !['passed', 'failed'].includes(test.status));
  return { passed, failed: failedTests + failedFiles + unexplained, leftOut };
}

function reportLeftOut(tests) {
  const missing = missingJudges();
  if (missing.length > 0)
    console.log(`left out: checks that need ${missing.join(', ')} (not on this machine; .ci/run installs them)`);
  for (const test of tests) console.log(`left out: ${test.fullName} (${test.file.slice(root.length + 1)})`);
}
