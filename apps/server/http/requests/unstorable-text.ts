import { sqlState } from '@bakkum/database/sql';

/** PostgreSQL error codes (manual, appendix A): characters that text and JSON columns cannot hold. */
const STATES: ReadonlySet<string> = new Set(['22021', '22P05']);

/** Whether a request failed because the database cannot store a character of its text. The schemas of the routes refuse them earlier. */
export function isUnstorableText(error: unknown): boolean {
  return STATES.has(sqlState(error) ?? '');
}
