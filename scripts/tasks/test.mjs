import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { findBrowser } from '../find-browser.mjs';
import { missingJudges } from '../native-judges.mjs';
import { run } from '../process.mjs';
import { inRoot, root, say, secondsSince } from '../project-root.mjs';
import { buildIfStale } from './build.mjs';
import { generate } from './generate.mjs';

const REPORTS = inRoot('.cache', 'test');
/** In the order in which they run: what is cheap fails first. */
const SUITES = [
  { name: 'unit', config: 'vitest.config.ts' },
  { name: 'e2e', config: 'vitest.e2e.config.ts' },
];

/**
 * Unit and contract tests in Node, then the journeys in a real browser against the built site. Words after `--` choose
 * test files by name; `unit` or `e2e` as the first word chooses a suite. The last line is `N passed, N failed`.
 */
export async function test(args) {
  const only = SUITES.find(({ name }) => name === args[0]);
  const filters = only ? args.slice(1) : args;
  const env = { ...process.env, NODE_ENV: 'test' };
  env.BAKKUM_BROWSER = await findBrowser();
  say(`browser: ${env.BAKKUM_BROWSER}`);
  // Unit tests run from the sources.
  await (only?.name === 'unit' ? generate() : buildIfStale());
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  const results = [];
  for (const suite of only ? [only] : SUITES) results.push(await runSuite(suite, filters, env));
  summarise(results, filters.length > 0);
}

async function runSuite({ name, config }, filters, env) {
  const startedAt = Date.now();
  const report = `${REPORTS}/${name}.json`;
  const vitest = inRoot('node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await run(process.execPath, [vitest, 'run', '--config', config, ...reporters, ...filters], { cwd: root, env });
  return { name, code, report: readReport(report), took: secondsSince(startedAt) };
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

function summarise(results, filtered) {
  const suites = results.map((result) => ({ ...result, ...countsOf(result) }));
  const total = (key) => suites.reduce((sum, suite) => sum + suite[key], 0);
  const ran = total('passed') + total('failed');
  // With a filter, a suite without a match is no failure; without one, a suite without tests is a broken runner.
  const empty = suites.filter((suite) => suite.passed + suite.failed === 0);
  const failed = total('failed') + (filtered && ran > 0 ? 0 : empty.length);
  console.log('');
  for (const { name, passed, failed: fails, leftOut, took } of suites) {
    console.log(`${name}: ${passed} passed, ${fails} failed, ${leftOut.length} left out (${took})`);
  }
  for (const { name } of filtered ? [] : empty) console.log(`${name}: no test ran, which counts as a failure`);
  reportLeftOut(suites.flatMap((suite) => suite.leftOut));
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
  const unexplained = code !== 0 && failedTests + failedFiles === 0 && passed > 0 ? 1 : 0;
  const leftOut = tests.filter((test) => !['passed', 'failed'].includes(test.status));
  return { passed, failed: failedTests + failedFiles + unexplained, leftOut };
}

function reportLeftOut(tests) {
  const missing = missingJudges();
  if (missing.length > 0)
    console.log(`left out: checks that need ${missing.join(', ')} (not on this machine; .ci/run installs them)`);
  for (const test of tests) console.log(`left out: ${test.fullName} (${test.file.slice(root.length + 1)})`);
}
