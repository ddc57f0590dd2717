import type { InvitationView } from '@bakkum/api-contract/cloud';
import { MOST_INVITED } from '@bakkum/api-contract/cloud-limits';
import type { Retention, Storage } from '@bakkum/api-contract/conversion-tiers';
import type { FormatView, JobView } from '@bakkum/api-contract/conversions';
import type { OptionValues } from '@bakkum/conversion/options';
import type { CloudFault } from '../../conversion-api/ask-server.ts';
import { isEmail } from '../../forms/email.ts';

/** How far a file is. Before `waiting` nothing of it has left the device. */
export type Stage =
  | { readonly status: 'pending' }
  | { readonly status: 'waiting' | 'fetching' | 'ordering' }
  | { readonly status: 'uploading' | 'paused' | 'file-needed'; readonly sent: number }
  | { readonly status: 'failed'; readonly fault: CloudFault }
  | { readonly status: 'job'; readonly job: JobView };

export const SHARINGS = ['private', 'team', 'public'] as const;
export type Sharing = (typeof SHARINGS)[number];

/** What holds for a file from when it is sent. */
export type CloudSettings = {
  readonly storage: Storage;
  readonly sharing: Sharing;
  /** Addresses of those it is shared with, as they were typed. */
  readonly people: string;
  readonly retention: Retention;
  readonly backup: boolean;
};

/** What an account, or a visitor without one, may. */
export type Limits = {
  readonly fileBytes: number;
  readonly openJobs: number;
  readonly retentions: readonly Retention[];
  readonly storages: readonly Storage[];
  readonly storedBytes: number;
  readonly archivedBytes: number;
};

export type CloudItem = {
  readonly id: string;
  readonly name: string;
  /** Unknown of a link. */
  readonly size: number | null;
  readonly file?: File | undefined;
  /** Where the server fetches it from. */
  readonly address?: string | undefined;
  readonly uploadId?: string | undefined;
  /** Told when an upload is begun: asked for twice, it is the same upload. */
  readonly uploadKey?: string | undefined;
  readonly isUploaded: boolean;
  /** By its extension, then by its content, as the server saw it. */
  readonly format?: string | undefined;
  readonly target: string | null;
  /** Those that were changed, of the conversion to that target. */
  readonly options: OptionValues;
  /** Told with the order: sent twice, it is the same job. */
  readonly orderKey?: string | undefined;
  readonly settings: CloudSettings;
  /** Who may see its result beside the owner. */
  readonly invitations: readonly InvitationView[];
  /** The end of the link to its result. */
  readonly shareId?: string | undefined;
  /** Why it is not shared as was asked for. */
  readonly sharingFault?: CloudFault | undefined;
  readonly stage: Stage;
};

/** What the name of a file says of it, as far as formats are known. */
export function kindOf(name: string, formats: readonly FormatView[]): Pick<CloudItem, 'format' | 'target'> {
  const format = formatOfName(name, formats);
  return { format: format?.id, target: format ? usualTarget(format) : null };
}

/** The format a name ends with, first by the usual extension. */
export function formatOfName(name: string, formats: readonly FormatView[]): FormatView | undefined {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  if (extension === undefined) return undefined;
  return (
    formats.find(({ extensions }) => extensions[0] === extension) ??
    formats.find(({ extensions }) => extensions.includes(extension))
  );
}

/** What most want of a file of that kind. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  image: ['jpeg', 'png', 'webp'],
  vector: ['png', 'pdf'],
  audio: ['mp3', 'wav'],
  video: ['mp4', 'webm'],
  subtitle: ['srt'],
  archive: ['zip'],
  data: ['csv', 'json'],
};
const OTHERWISE = ['pdf', 'docx', 'txt'];

/** The target that is set before anybody chose one. */
export function usualTarget(format: FormatView): string | null {
  const likely = [...(USUAL[format.category] ?? []), ...OTHERWISE];
  const found = likely.find((target) => target !== format.id && format.targets.includes(target));
  return found ?? format.targets.find((target) => target !== format.id) ?? format.targets[0] ?? null;
}

/** Jobs that may still change. */
export function openJobs(items: readonly CloudItem[]): readonly string[] {
  return items.flatMap(({ stage }) =>
    stage.status === 'job' && ['queued', 'processing'].includes(stage.job.status) ? [stage.job.job_id] : [],
  );
}

/** Whether its turn may come when the queue is started. */
export function canStart({ stage, target, format, isUploaded }: CloudItem): boolean {
  if (stage.status === 'paused') return true;
  // Of a file of no known kind the server says what it is, once it has it.
  return stage.status === 'pending' && (target !== null || (format === undefined && !isUploaded));
}

/** As it is when nothing of it is sent for now. */
export function atRest(item: CloudItem): CloudItem {
  const { stage, isUploaded, size } = item;
  if (stage.status === 'uploading') return { ...item, stage: { status: 'paused', sent: stage.sent } };
  if (!['waiting', 'fetching', 'ordering'].includes(stage.status)) return item;
  return { ...item, stage: { status: 'paused', sent: isUploaded ? (size ?? 0) : 0 } };
}

/** The file that was asked for again: the same name and size. */
export function isSameFile(item: Pick<CloudItem, 'name' | 'size'>, file: Pick<File, 'name' | 'size'>): boolean {
  return item.name === file.name && item.size === file.size;
}

/** The last part of an address, as a file is called by it. */
export function nameOfAddress(address: string): string {
  const { pathname, hostname } = new URL(address);
  const last = pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last) || hostname;
  } catch {
    return last || hostname;
  }
}

/** An address a server may fetch from; undefined for anything else. */
export function webAddress(text: string): string | undefined {
  if (!URL.canParse(text.trim())) return undefined;
  const url = new URL(text.trim());
  return ['http:', 'https:'].includes(url.protocol) ? url.href : undefined;
}

/** Addresses in a text, between commas, semicolons or space; and what in it is none. */
export function addressesIn(text: string): { readonly addresses: readonly string[]; readonly wrong: readonly string[] } {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  const addresses = [...new Set(parts.filter(isEmail).map((part) => part.toLowerCase()))];
  return { addresses, wrong: parts.filter((part) => !isEmail(part)) };
}

/** What is wrong with addresses that were typed, by the words that say so. */
export type PeopleFault =
  | { readonly words: 'peopleNeeded' | 'tooManyPeople' }
  | { readonly words: 'peopleWrong'; readonly part: string };

/** Why nobody can be invited by a text; undefined where it names people. */
export function faultInPeople(text: string): PeopleFault | undefined {
  const { addresses, wrong } = addressesIn(text);
  const [part] = wrong;
  if (part !== undefined) return { words: 'peopleWrong', part };
  if (addresses.length === 0) return { words: 'peopleNeeded' };
  return addresses.length > MOST_INVITED ? { words: 'tooManyPeople' } : undefined;
}

/** Why results could not be shared as the settings say; undefined where they can. */
export function faultInSharing({ sharing, people }: Pick<CloudSettings, 'sharing' | 'people'>): PeopleFault | undefined {
  return sharing === 'team' ? faultInPeople(people) : undefined;
}
