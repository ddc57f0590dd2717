import type { Database } from '@bakkum/database/database';
import type { DatabaseClock } from '@bakkum/database/database-clock';
import { reportById } from '@bakkum/image-studio/operator/reports';
import { allowSharing, endSharing, familyOfLink, newestLink } from '@bakkum/image-studio/operator/sharing';
import type { Settings } from '../config/settings.ts';
import { CommandRefused } from './command-refused.ts';

type CommandContext = {
  readonly settings: Pick<Settings, 'origin'>;
  readonly database: Database;
  readonly clock: Pick<DatabaseClock, 'now'>;
};

/** `bakkum admin images unshare …`: ends the links to an image, or lets its owner share it again. */
export async function unshareCommand({ database, clock }: CommandContext, [first, second]: readonly string[]): Promise<string> {
  if (first === 'undo') {
    const isAllowed = await allowSharing(database, await familyIn(database, second));
    if (!isAllowed) throw new CommandRefused('The owner can already share that image.');
    return 'The owner can share the image again, with a new link.';
  }
  const ended = await endSharing(database, await familyIn(database, first), clock.now());
  if (ended === undefined) throw new CommandRefused('That image and its versions were deleted, which also ended their links.');
  return `Links stopped: ${ended}. The owner can’t share the image or its versions again.`;
}

/** The last part of a link to an image, with or without its address. */
const LINK = /^(?:\S*\/)?([\w-]{22})\/?(?:[?#]\S*)?$/;

/** @param given a link, its last part, or the number of a report */
async function familyIn(database: Database, given = ''): Promise<string> {
  if (/^\d{1,15}$/.test(given)) return reportedFamily(database, Number(given));
  const [, shareId] = LINK.exec(given) ?? [];
  const rootId = shareId === undefined ? undefined : await familyOfLink(database, shareId);
  if (rootId === undefined)
    throw new CommandRefused(`There is no link ${given}. Its image may have been deleted, which also ends the link.`);
  return rootId;
}

async function reportedFamily(database: Database, number: number): Promise<string> {
  const report = await reportById(database, number);
  if (!report) throw new CommandRefused(`There is no report ${number}.`);
  if (report.image_id === null) throw new CommandRefused(`Report ${number} is about a refused prompt, not an image.`);
  if (report.root_id === null) throw new CommandRefused(`The image of report ${number} was deleted, which also ended its links.`);
  return report.root_id;
}

/** The newest link to an image, or the time at which it ended. Null if the image was never shared. */
export async function linkOf({ settings, database }: CommandContext, imageId: string): Promise<string | null> {
  const newest = await newestLink(database, imageId);
  if (!newest) return null;
  const { id, revoked_at: endedAt } = newest;
  return endedAt ? `ended ${endedAt.toISOString()}` : `${settings.origin}/shared-image/${id}`;
}
