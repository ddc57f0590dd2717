import type { LogLevel } from '../config/settings.ts';

const ORDER: readonly LogLevel[] = ['error', 'info', 'debug'];

export type Log = Readonly<Record<LogLevel, (event: string, details?: Readonly<Record<string, unknown>>) => void>>;

/** Writes one JSON object per line. Callers never pass addresses, cookies, queries or other personal data. */
export function createLog(
  level: LogLevel,
  write: (line: string) => void = (line) => void process.stderr.write(`${line}\n`),
): Log {
  const at = (own: LogLevel): Log[LogLevel] => {
    if (ORDER.indexOf(own) > ORDER.indexOf(level)) return () => undefined;
    return (event, details = {}) => write(JSON.stringify({ time: new Date().toISOString(), level: own, event, ...details }));
  };
  return { error: at('error'), info: at('info'), debug: at('debug') };
}
