import { decodePercent } from '@bakkum/markup/percent';
import type { Attachment } from './message.ts';

/** Parts of an email or a saved page by their addresses: `cid:` and their identifier, or of the web. */
export function partsByAddress(attachments: readonly Attachment[]): ReadonlyMap<string, Attachment> {
  return new Map(
    attachments.flatMap((part) => [
      ...(part.contentId === undefined ? [] : [[`cid:${part.contentId}`, part] as const]),
      ...(part.location === undefined ? [] : [[part.location, part] as const]),
    ]),
  );
}

/** The whole address of a reference, as the parts have it. */
export function partAddress(reference: string, base: string): string {
  if (/^cid:/i.test(reference)) return `cid:${decodePercent(reference.slice(4))}`;
  return URL.canParse(reference, base) ? new URL(reference, base).href : reference;
}
