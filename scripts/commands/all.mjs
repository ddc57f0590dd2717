import { BAKKUM } from '../../apps/cli/commands.mjs';
import { ADMIN } from '../../apps/server/admin/commands.mjs';
import { exitOnSettingsError, parseCommandLine, selectCommand } from '../command-line/command-line.mjs';
import { ATTACK } from './attack.mjs';
import { BENCH } from './bench.mjs';
import { BUILD_EXTENSION } from './extension.mjs';
import { FIDELITY_COMMANDS } from './fidelity.mjs';
import { MATRIX } from './matrix.mjs';
import { SCREENS } from './screens.mjs';
import { BUILD_STATIC } from './static.mjs';
import { BUILD, CHECK, DEV, FORMAT, GEN, PACK_CLI, START, TEST } from './tasks.mjs';

/** The `bakkum` command of the repository, which includes the server and its admin commands. */
export const BAKKUM_WITH_ADMIN = { ...BAKKUM, commands: { ...BAKKUM.commands, admin: ADMIN } };

/** The npm commands by the name of their script. */
export const NPM_COMMANDS = {
  start: START,
  dev: DEV,
  build: BUILD,
  'build:static': BUILD_STATIC,
  'build:extension': BUILD_EXTENSION,
  test: TEST,
  attack: ATTACK,
  check: CHECK,
  format: FORMAT,
  gen: GEN,
  bakkum: BAKKUM_WITH_ADMIN,
  'pack:cli': PACK_CLI,
  matrix: MATRIX,
  fidelity: FIDELITY_COMMANDS,
  screens: SCREENS,
  bench: BENCH,
};

/** Prints help or refuses invalid arguments before anything is installed or built. */
export function checkCommandLine(name, args) {
  const command = Object.hasOwn(NPM_COMMANDS, name ?? '') ? NPM_COMMANDS[name] : undefined;
  if (!command) return;
  if (!command.commands) exitOnSettingsError(parseCommandLine(command, args));
  else {
    const selected = exitOnSettingsError(selectCommand(command, args));
    exitOnSettingsError(parseCommandLine(selected.command, selected.rest));
  }
}
