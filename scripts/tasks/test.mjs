import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { missingBrowsers } from '../browsers.mjs';
import { readCommandLine, refuse } from '../command-line/command-line.mjs';
import { ATTACK } from '../commands/attack.mjs';
import { TEST } from '../commands/tasks.mjs';
import { ExpectedError } from '../expected-error.mjs';
import { findBrowser } from '../find-browser.mjs';
import { missingJudges } from '../native-judges.mjs';
import { run } from '../process.mjs';
import { inRoot, root, say, secondsSince } from '../project-root.mjs';
import { nativeComparisons } from '../test-tiers.mjs';
import { buildIfStale } from './build.mjs';
import { generate } from './generate.mjs';

const REPORTS = inRoot('.cache', 'test');

/** `full`: projects that only the full tier runs. */
const SUITES = [
  {
    name: 'unit',
    projects: ['unit', 'unit-isolated'],
    full: ['unit-full', 'unit-native', 'unit-safari', 'unit-plain-http', 'unit-firefox', 'unit-webkit'],
    files: '{apps,packages,engines,providers,formats,content,tests,benchmarks,scripts}/**/*.test.{ts,tsx,mjs}',
  },
  {
    name: 'e2e',
    projects: ['e2e'],
    full: ['e2e-full', 'e2e-safari', 'e2e-firefox', 'e2e-webkit'],
    files: 'tests/e2e/**/*.e2e.ts',
  },
  // Only the full tier attacks the site.
  { name: 'attack', projects: [], full: ['attack-full'], files: 'tests/attack/*.attack.ts' },
];
/** Suites that run against the built site; the others run from the sources. */
const USES_BUILD = new Set(['e2e', 'attack']);
/** What journeys go through: a change in here can affect any of them. */
const SITE = /^(apps\/(web|server)|packages|providers|formats)\/(?!.*\.(test\.tsx?|md)$)/;
/** Other changes than these leave the contract tests of engines that did not change as they were. */
const ONE_ENGINE = /^engines\/([^/]+)\/|\.md$|\.(test|e2e)\.tsx?$/;

/** Runs the tests that the arguments choose. */
export async function test(args) {
  await runAll(
    runsFor(chosenBy(args))
      .map(withoutMissingBrowsers)
      .filter(({ projects }) => projects.length > 0),
  );
}

/** Projects are named after their browser: `e2e-firefox`. */
function withoutMissingBrowsers(run) {
  const missing = missingBrowsers();
  return { ...run, projects: run.projects.filter((project) => !missing.some((browser) => project.endsWith(`-${browser}`))) };
}

/** Attacks the built site, with all families or the chosen ones. */
export async function attack(args) {
  const { only } = readCommandLine(ATTACK, args).values;
  const files = only.map((family) => `tests/attack/${family}.attack.ts`);
  await runAll([{ name: 'attack-full', suite: 'attack', projects: ['attack-full'], args: files }]);
}

async function runAll(runs) {
  // Servers and commands that tests start load their modules in a third of the time.
  const env = { NODE_COMPILE_CACHE: inRoot('.cache', 'compiled-tests'), ...process.env, NODE_ENV: 'test' };
  env.BAKKUM_BROWSER = await findBrowser();
  say(`browser: ${env.BAKKUM_BROWSER}`);
  await (runs.some(({ suite }) => USES_BUILD.has(suite)) ? buildIfStale() : generate());
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  summarise(await runSuites(runs, env));
}

/** Journeys mostly wait for pages, so they run beside the tests in Node. Attacks measure the load they cause, so they run alone. */
async function runSuites(runs, env) {
  const of = (name) => runs.filter(({ suite }) => suite === name);
  const [unit, e2e] = [of('unit'), of('e2e')];
  const areBeside = unit.length > 0 && e2e.length > 0;
  if (areBeside) say('journeys run beside the other tests; their output appears when they end');
  const results = await Promise.all([runInTurn(unit, env), runInTurn(e2e, env, { capture: areBeside })]);
  return [...results.flat(), ...(await runInTurn(of('attack'), env))];
}

async function runInTurn(runs, env, output) {
  const results = [];
  for (const each of runs) results.push(await runVitest(each, env, output));
  return results;
}

function chosenBy(args) {
  const { values, operands } = readCommandLine(TEST, args);
  const suites = SUITES.filter(({ name }) => name === operands[0]);
  const words = operands.slice(suites.length);
  const { full, changed, slice } = values;
  if ([full, changed, slice !== undefined, words.length > 0].filter(Boolean).length > 1)
    refuse(TEST, '--full, --changed, --slice and words cannot be combined');
  return { full, changed, words, slice: slice && sliceOf(slice), suites: suites.length > 0 ? suites : SUITES };
}

/** `3/12` is the third of twelve; `12` leaves the choice to the commit, so that the same commit is always tested the same way. */
function sliceOf(text) {
  const [count, chosen] = text.split('/').map(Number).reverse();
  return { count, index: chosen ?? (Number.parseInt(git('rev-parse', 'HEAD').slice(0, 8), 16) % count) + 1 };
}

/** WebKitGTK compiles large engines for minutes on a busy machine, longer than a part may take. `--full` has it. */
function isSliced(project) {
  return !project.endsWith('-webkit');
}

/** The processes of Vitest one after another: which projects of vitest.config.ts, and which of their files. */
function runsFor({ suites, words, slice, full, changed }) {
  if (changed) return changedRuns(suites);
  if (words.length > 0) return chosenRuns(suites, words);
  if (slice) return sliceRuns(suites, slice);
  return suites.flatMap(({ name, projects, full: more }) => [
    ...(projects.length > 0 ? [{ name, suite: name, projects, args: [] }] : []),
    ...(full || isOnlyFull(suites) ? more : []).map((project) => ({ name: project, suite: name, projects: [project], args: [] })),
  ]);
}

/** Whether the chosen suite has no tests in the default tier. */
function isOnlyFull(suites) {
  return suites.every(({ projects }) => projects.length === 0);
}

function chosenRuns(suites, words) {
  const chosen = suites.filter(({ files }) =>
    globSync(files, { cwd: root, exclude: (name) => name === 'node_modules' || name === 'build' }).some((file) =>
      words.some((word) => file.includes(word)),
    ),
  );
  if (chosen.length === 0)
    throw new ExpectedError(`no test file has ${words.map((word) => `"${word}"`).join(' or ')} in its path.`);
  return chosen.map(({ name, projects, full }) => ({ name, suite: name, projects: [...projects, ...full], args: words }));
}

function sliceRuns(suites, { index, count }) {
  say(`slice ${index} of ${count} of the full tier, at commit ${git('rev-parse', '--short', 'HEAD')}`);
  // Many projects have one file. Vitest would put it into the first part of each, and leave nothing for the others.
  const part = (place) => ((index + place) % count) + 1;
  return suites.flatMap(({ name, full }) =>
    full.filter(isSliced).map((project, place) => ({
      name: project,
      suite: name,
      projects: [project],
      args: [`--shard=${part(place)}/${count}`],
      mayBeEmpty: true,
    })),
  );
}

/** Of the default tier what imports something that changed, journeys if the site did, and all tests of an engine that did. */
function changedRuns(suites) {
  const base = changeBase();
  const files = changedFiles(base);
  say(`${files.length} files changed since ${base.slice(0, 12)}`);
  const engines = new Set(files.flatMap((file) => ONE_ENGINE.exec(file)?.[1] ?? []));
  const env = files.every((file) => ONE_ENGINE.test(file)) ? { CONTRACT_ENGINES: [...engines].join(',') } : {};
  const related = ({ name, projects }) => ({ name, suite: name, projects, args: [`--changed=${base}`], env, mayBeEmpty: true });
  const [unit, e2e] = SUITES;
  const runs = [related(unit)];
  if (engines.size > 0) runs.push(enginesRun([...engines]));
  if (files.some((file) => SITE.test(file))) runs.push({ name: 'e2e', suite: 'e2e', projects: ['e2e'], args: [] });
  else if (files.some((file) => file.startsWith('tests/'))) runs.push(related(e2e));
  return runs.filter(({ suite }) => suites.some(({ name }) => name === suite));
}

/** What only the full tier runs for these engines, including their contract with all formats. */
function enginesRun(engines) {
  const args = ['tests/engine-contract', ...engines.map((engine) => `engines/${engine}/`)];
  return {
    name: 'unit-full',
    suite: 'unit',
    projects: ['unit-full', 'unit-native'],
    args,
    env: { CONTRACT_ENGINES: engines.join(',') },
    mayBeEmpty: true,
  };
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

/** @param capture prints the output when the run ends, in one piece */
async function runVitest({ name, projects, args, env: settings, mayBeEmpty = false }, env, { capture = false } = {}) {
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
  const { code, output } = await run(process.execPath, parts, { cwd: root, env: { ...env, ...settings }, capture });
  if (capture) process.stdout.write(output);
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
  for (const failure of runs.flatMap(({ failures }) => failures)) console.log(`failed: ${failure}`);
  console.log(`${total('passed')} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

/** A file that could not be loaded, and an error outside every test, count as one failed test each. */
function countsOf({ name, code, report }) {
  const files = report?.testResults ?? [];
  const tests = files.flatMap((file) => file.assertionResults.map((test) => ({ ...test, file: file.name, run: name })));
  const failedTests = tests.filter((test) => test.status === 'failed');
  const failedFiles = files.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  const failures = [
    ...failedTests.map((test) => `${test.fullName} (${inCheckout(test.file)}): ${firstLine(test.failureMessages?.[0])}`),
    ...failedFiles.map((file) => `${inCheckout(file.name)}: ${firstLine(file.message)}`),
  ];
  if (code !== 0 && failures.length === 0) failures.push(`${name} ended with code ${code}, though no test failed`);
  const passed = tests.filter((test) => test.status === 'passed').length;
  const leftOut = tests.filter((test) => !['passed', 'failed'].includes(test.status));
  return { passed, failed: failures.length, failures, leftOut };
}

const inCheckout = (file) => file.slice(root.length + 1);
const firstLine = (message = '') => message.trim().split('\n', 1).join('');

function reportLeftOut(tests) {
  const missing = missingJudges();
  if (missing.length > 0)
    console.log(`left out: checks that need ${missing.join(', ')} (not on this machine; .ci/run installs them)`);
  for (const browser of missingBrowsers())
    console.log(`left out: ${browser} (not on this machine; docs/browsers.md says what to install)`);
  const compared = new Set(nativeComparisons());
  const isLater = ({ run: name, file }) => name === 'unit' && compared.has(inCheckout(file));
  const later = tests.filter(isLater).length;
  if (later > 0) console.log(`left out: ${later} comparisons with native programs (npm run test:full has them)`);
  for (const test of tests.filter((each) => !isLater(each))) console.log(`left out: ${test.fullName} (${inCheckout(test.file)})`);
}
