import { access, constants, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import type { MailTransport } from './transport.ts';

const letter = z.object({
  id: z.string(),
  /** Absent in emails of earlier versions. */
  from: z.string().optional(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  sentAt: z.iso.datetime(),
  reader: z.string().optional(),
});

/** Maximum emails in a mailbox. Older ones are deleted, so that neither the folder nor a search of it grows without limit. */
export const MAX_LETTERS = 1000;

/** An email stored in the mailbox. */
export type StoredEmail = z.infer<typeof letter>;

/**
 * Writes each email into a folder instead of sending it: `.eml` for email programs, `.json` for the mailbox page.
 * @param now the clock that also dates accounts, so that an email never seems older than the account it is for
 */
export function createFileMailbox(folder: string, from: string, now: () => Date = () => new Date()): MailTransport {
  const mailer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async send({ to, id, subject, text, html, reader }) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const { message } = await mailer.sendMail({ from, to: { name: '', address: to }, subject, text, html });
      await writeWhole(path.join(folder, `${id}.eml`), message as Buffer);
      const kept: StoredEmail = {
        id,
        from,
        to,
        subject,
        text,
        html,
        sentAt: now().toISOString(),
        ...(reader && { reader }),
      };
      await writeWhole(path.join(folder, `${id}.json`), JSON.stringify(kept));
      await removeOldest(folder);
    },
    async check() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await access(folder, constants.W_OK);
    },
    close: () => mailer.close(),
  };
}

/** Returns the emails of a mailbox that a reader may see, newest first. */
export async function readFileMailbox(
  folder: string,
  mayRead: (letter: StoredEmail) => boolean = () => true,
  limit = 50,
): Promise<readonly StoredEmail[]> {
  const letters: StoredEmail[] = [];
  for (const name of await newestFirst(folder)) {
    const content = await readFile(path.join(folder, name), 'utf8').catch(undefinedIfMissing);
    // Another process has deleted it as too old.
    if (content === undefined) continue;
    const kept = letter.parse(JSON.parse(content));
    if (mayRead(kept)) letters.push(kept);
    if (letters.length >= limit) break;
  }
  return letters;
}

async function newestFirst(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder).catch(undefinedIfMissing)) ?? [];
  return names.filter((name) => name.endsWith('.json')).sort((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10));
}

async function removeOldest(folder: string): Promise<void> {
  for (const name of (await newestFirst(folder)).slice(MAX_LETTERS)) {
    const file = path.join(folder, name);
    await rm(file.replace(/\.json$/, '.eml'), { force: true });
    await rm(file, { force: true });
  }
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}

/** Writes to a temporary file first, so that readers never see a partial file. */
async function writeWhole(file: string, content: string | Buffer): Promise<void> {
  await writeFile(`${file}.part`, content, { mode: 0o600 });
  await rename(`${file}.part`, file);
}
