import type { LogLevel } from '../config/settings.ts';

const ORDER: readonly LogLevel[] = ['error', 'info', 'debug'];

export type Log = Readonly<Record<LogLevel, (event: string, details?: Readonly<Record<string, unknown>>) => void>>;

/** One JSON object a line. Never given addresses, cookies, queries or anything else about a person. */
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
