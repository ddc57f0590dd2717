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
    message: `NATIVE_TOOLS contains ${names}; allowed are ${NATIVE_TOOL_NAMES.join(', ')}, separated by commas`,
  };
}

/** Hides download messages in worker threads, which copy the environment. */
export function silenceDownloads(environment: NodeJS.ProcessEnv = process.env): void {
  environment['BAKKUM_QUIET'] = '1';
}
