import { openFile } from './open-file.ts';
import { EXIT, type Outcome, usageError } from './outcome.ts';

/** `bakkum detect FILE`: detects the format of a file, by content first. */
export async function detect(file: string): Promise<Outcome> {
  const opened = await openFile(file);
  if (!opened) return usageError(`there is no file ${file}`);
  const { format, by, claimed, encrypted = false } = opened.detection;
  const json = {
    format: format?.id ?? null,
    family: format?.family ?? null,
    mediaType: format?.mediaTypes[0] ?? null,
    by,
    claimed: claimed?.id ?? null,
    encrypted,
  };
  return { exit: EXIT.done, text: format ? `${format.id} (${format.title.en})` : 'unknown', json };
}
