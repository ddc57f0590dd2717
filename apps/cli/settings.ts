import { homedir } from 'node:os';
import { NATIVE_TOOL_NAMES, type NativeUse, parseNativeTools } from '@bakkum/registry/node/native-host.node';

export type Settings = { readonly ok: true; readonly native: NativeUse } | { readonly ok: false; readonly message: string };

/**
 * Reads `NATIVE_TOOLS`, the installed programs that conversions may start. Default: none. `--native` allows all of them.
 */
export function readSettings(allNative: boolean, environment: NodeJS.ProcessEnv = process.env): Settings {
  const searchPath = environment['PATH'] ?? '';
  if (allNative) return { ok: true, native: { allowed: NATIVE_TOOL_NAMES, searchPath } };
  const setting = parseNativeTools(environment['NATIVE_TOOLS'] ?? '');
  if (setting.ok) return { ok: true, native: { allowed: setting.tools, searchPath } };
  const names = setting.unknown.map((name) => `"${name}"`).join(', ');
  return {
    ok: false,
    message: `NATIVE_TOOLS contains ${names}; allowed values are ${NATIVE_TOOL_NAMES.join(', ')}, separated by commas`,
  };
}

/** Properties of the machine that determine where file manager entries are installed. */
export type Machine = {
  readonly platform: NodeJS.Platform;
  readonly environment: NodeJS.ProcessEnv;
  readonly home: string;
  /** Program and arguments that start this command. */
  readonly command: readonly [string, ...string[]];
};

export function thisMachine(environment: NodeJS.ProcessEnv = process.env): Machine {
  const { platform, execPath, argv } = process;
  return { platform, environment, home: homedir(), command: [execPath, argv[1] ?? ''] };
}

/** Hides download messages in worker threads, which copy the environment. */
export function silenceDownloads(environment: NodeJS.ProcessEnv = process.env): void {
  environment['BAKKUM_QUIET'] = '1';
}
