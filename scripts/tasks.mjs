/** The tasks behind the npm scripts, by name. Runs on the project's Node, with the packages installed. */

import { ExpectedError } from './expected-error.mjs';
import { loadSettingsFile } from './settings-file.mjs';
import { build } from './tasks/build.mjs';
import { check } from './tasks/check.mjs';
import { format } from './tasks/format.mjs';
import { generate } from './tasks/generate.mjs';
import { bench, buildExtension, buildStatic, cli, fidelity, matrix, packCli, screens } from './tasks/program.mjs';
import { dev, start } from './tasks/serve.mjs';
import { attack, test } from './tasks/test.mjs';

const TASKS = {
  start,
  dev,
  build,
  'build:static': buildStatic,
  'build:extension': buildExtension,
  gen: generate,
  check,
  format,
  test,
  attack,
  bakkum: cli,
  'pack:cli': packCli,
  matrix,
  fidelity,
  screens,
  bench,
  install: () => undefined,
};

/** Runs the task with that name; a failing task sets the exit code or throws an ExpectedError. */
export async function runTask(name, args) {
  const task = Object.hasOwn(TASKS, name ?? '') ? TASKS[name] : undefined;
  if (!task) throw new ExpectedError(`there is no task "${name ?? ''}". Tasks: ${Object.keys(TASKS).join(', ')}`);
  loadSettingsFile();
  await task(args);
}
