import { personById } from '@bakkum/accounts/person';
import type { Database } from '@bakkum/database/database';
import type { DatabaseClock } from '@bakkum/database/database-clock';
import { modelKey } from '@bakkum/image-provider/model';
import { bytesOfBlob } from '@bakkum/image-studio/files/blob-bytes';
import { closeReport, isFromVisitor, type ListedReport, openReports, reportById } from '@bakkum/image-studio/operator/reports';
import { openBlobs } from '../blobs.ts';
import type { Settings } from '../config/settings.ts';
import { CommandRefused } from './command-refused.ts';
import { linkOf } from './image-links.ts';
import { writeNewFile } from './new-file.ts';

/** Maximum length of the excerpt shown in the list, in characters. */
const EXCERPT_LENGTH = 60;

type CommandContext = {
  readonly settings: Settings;
  readonly database: Database;
  readonly clock: Pick<DatabaseClock, 'now'>;
};

/** `bakkum admin images reports …`: lists, shows and closes reports about images and refused prompts. */
export async function reportsCommand(context: CommandContext, [first, second]: readonly string[]): Promise<string> {
  const { database, clock } = context;
  if (first === undefined) {
    const open = await openReports(database);
    return open.length === 0 ? 'No open reports.' : open.map(lineOf).join('\n');
  }
  if (first !== 'close') return showReport(context, await reportIn(database, first), second);
  const { id } = await reportIn(database, second);
  if (!(await closeReport(database, id, clock.now()))) throw new CommandRefused(`Report ${id} is closed already.`);
  return `Report ${id} is closed.`;
}

async function reportIn(database: Database, id: string | undefined): Promise<ListedReport> {
  const found = /^\d{1,15}$/.test(id ?? '') ? await reportById(database, Number(id)) : undefined;
  if (!found) throw new CommandRefused(`There is no report ${id ?? ''}.`);
  return found;
}

function lineOf(report: ListedReport): string {
  const { id, created_at: at, reason, prompt } = report;
  return [id, at.toISOString(), reason, aboutOf(report), oneLine(prompt ?? '').slice(0, EXCERPT_LENGTH)].join('\t');
}

/** The model whose image it is, or what else it is about. */
function aboutOf({ image_id: imageId, provider, model }: ListedReport): string {
  if (imageId === null) return 'refused prompt';
  return provider === null ? 'deleted image' : modelKey(provider, { id: model ?? '' });
}

/** Keeps text of users on one line, without characters that control a terminal or reorder its text. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll(/[\p{Cc}\p{Cf}]/gu, '\uFFFD');

/** @param file where to write the image */
async function showReport(context: CommandContext, report: ListedReport, file: string | undefined): Promise<string> {
  const { settings, database } = context;
  const { id, created_at: at, closed_at: closedAt, reason, note, prompt, instructions, file_key: key } = report;
  const rows = [
    ['report', id],
    ['at', at.toISOString()],
    ['state', closedAt ? `closed ${closedAt.toISOString()}` : 'open'],
    ['account', await reporterOf(database, report)],
    ['reason', reason],
    ['about', aboutOf(report)],
    ['link', report.image_id && (await linkOf(context, report.image_id))],
    ['prompt', prompt],
    ['instructions', instructions],
    ['note', note],
  ] as const;
  const lines = rows.flatMap(([name, value]) => (value === null || value === '' ? [] : [`${name}\t${oneLine(String(value))}`]));
  if (file !== undefined) lines.push(`image\t${await saveImage(settings, key, file)}`);
  return lines.join('\n');
}

/** The address of the account that sent a report. Visitors of a share link have none. */
async function reporterOf(database: Database, report: ListedReport): Promise<string> {
  if (isFromVisitor(report)) return 'visitor of the share link';
  return (await personById(database, report.user_id))?.email ?? 'account deleted';
}

async function saveImage(settings: Settings, key: string | null, file: string): Promise<string> {
  const bytes = key === null ? undefined : await bytesOfBlob(openBlobs(settings), key);
  if (!bytes) throw new CommandRefused('That report has no stored image.');
  return writeNewFile(file, bytes);
}
