import type { InvitationView } from '@bakkum/api-contract/conversions/cloud';
import { MAX_INVITATIONS } from '@bakkum/api-contract/conversions/cloud-limits';
import type { FormatView, JobView } from '@bakkum/api-contract/conversions/conversions';
import type { Retention, Storage } from '@bakkum/api-contract/conversions/tiers';
import type { OptionValues } from '@bakkum/conversion/options';
import { FAMILIES } from '@bakkum/formats/format';
import { defaultTarget, type TargetReason } from '@bakkum/registry/targets/default-target';
import type { PictureTraits } from '@bakkum/registry/targets/picture-traits';
import type { CloudFault } from '../../conversion-api/ask-server.ts';
import { isEmail } from '../../forms/email.ts';

/** The state of a file. Before `waiting`, nothing of it has left the device. */
export type Stage =
  | { readonly status: 'pending' }
  | { readonly status: 'waiting' | 'fetching' | 'ordering' }
  | { readonly status: 'uploading' | 'paused' | 'file-needed'; readonly sent: number }
  | { readonly status: 'failed'; readonly fault: CloudFault }
  | { readonly status: 'job'; readonly job: JobView };

export const SHARINGS = ['private', 'team', 'public'] as const;
export type Sharing = (typeof SHARINGS)[number];

/** Settings that apply to a file once it is sent. */
export type CloudSettings = {
  readonly storage: Storage;
  readonly sharing: Sharing;
  /** Invited addresses as typed. */
  readonly people: string;
  readonly retention: Retention;
  readonly backup: boolean;
};

/** Limits of an account, or of a visitor without one. */
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
  /** Unknown for a link. */
  readonly size: number | null;
  readonly file?: File | undefined;
  /** For the thumbnail, also after the upload. Not kept through a reload. */
  readonly preview?: File | undefined;
  /** The address the server fetches it from. */
  readonly address?: string | undefined;
  readonly uploadId?: string | undefined;
  /** Idempotency key of the upload: a repeated request does not start a second one. */
  readonly uploadKey?: string | undefined;
  readonly isUploaded: boolean;
  /** By its extension, then by its content as detected by the server. */
  readonly format?: string | undefined;
  readonly target: string | null;
  /** Why the target was suggested; undefined once the user chose one. */
  readonly reason?: TargetReason | undefined;
  /** Changed options of the conversion to that target. */
  readonly options: OptionValues;
  /** Idempotency key of the order: a repeated request creates no second job. */
  readonly orderKey?: string | undefined;
  readonly settings: CloudSettings;
  /** Who may see the result, in addition to its owner. */
  readonly invitations: readonly InvitationView[];
  /** The last part of the share link. */
  readonly shareId?: string | undefined;
  /** Why sharing failed. */
  readonly sharingFault?: CloudFault | undefined;
  readonly stage: Stage;
};

/** A format, and the target suggested for it. */
export type Kind = Pick<CloudItem, 'format' | 'target' | 'reason'>;

/** Returns the user's last choice for a format. */
export type LastTarget = (format: string) => string | undefined;

/** Returns the format suggested by a file name, if the formats are loaded. */
export function kindOf(name: string, formats: readonly FormatView[], last?: LastTarget): Kind {
  const format = formatOfName(name, formats);
  return format ? kindOfFormat(format, {}, last) : { format: undefined, target: null, reason: undefined };
}

/** @param traits what the file's header says about a picture */
export function kindOfFormat(format: FormatView, traits: PictureTraits, last?: LastTarget): Kind {
  const { id, category, targets } = format;
  const family = FAMILIES.find((each) => each === category);
  const choice = family && defaultTarget({ id, family, ...traits }, targets, last?.(id));
  return {
    format: id,
    target: choice?.to ?? targets.find((target) => target !== id) ?? targets[0] ?? null,
    reason: choice?.reason,
  };
}

/** Returns the format of a name's extension, preferring formats whose main extension it is. */
export function formatOfName(name: string, formats: readonly FormatView[]): FormatView | undefined {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  if (extension === undefined) return undefined;
  return (
    formats.find(({ extensions }) => extensions[0] === extension) ??
    formats.find(({ extensions }) => extensions.includes(extension))
  );
}

/** Returns the jobs that may still change. */
export function openJobs(items: readonly CloudItem[]): readonly string[] {
  return items.flatMap(({ stage }) =>
    stage.status === 'job' && ['queued', 'processing'].includes(stage.job.status) ? [stage.job.job_id] : [],
  );
}

/** Returns whether starting the queue includes this file. */
export function canStart({ stage, target, format, isUploaded }: CloudItem): boolean {
  if (stage.status === 'paused') return true;
  // For a file of unknown type, the server detects it after the upload.
  return stage.status === 'pending' && (target !== null || (format === undefined && !isUploaded));
}

/** Returns whether a failed job can be started again. */
export function canRetry({ status, retry_until: until }: JobView): boolean {
  return status === 'error' && until !== null;
}

/** Returns whether the target can still be changed. */
export function isChoosable({ stage, format }: CloudItem): boolean {
  return stage.status === 'pending' && format !== undefined;
}

export type QueueCounts = {
  /** On their way to the server. */
  readonly uploading: number;
  readonly converting: number;
  readonly done: number;
  readonly failed: number;
  /** Bytes of converted files of known size, and of their results. */
  readonly before: number;
  readonly after: number;
};

/** Counts the files of a queue by what happens to them. */
export function queueCounts(items: readonly CloudItem[]): QueueCounts {
  const count = (is: (item: CloudItem) => boolean): number => items.filter(is).length;
  const completed = items.filter(({ stage }) => stage.status === 'job' && stage.job.status === 'completed');
  const sizes = completed.flatMap(({ size, stage }) =>
    size !== null && stage.status === 'job' ? [{ before: size, after: stage.job.file_size ?? 0 }] : [],
  );
  return {
    uploading: count(({ stage }) => ['waiting', 'fetching', 'ordering', 'uploading'].includes(stage.status)),
    converting: openJobs(items).length,
    done: completed.length,
    failed: count(({ stage }) => stage.status === 'failed' || (stage.status === 'job' && stage.job.status === 'error')),
    before: sizes.reduce((sum, { before }) => sum + before, 0),
    after: sizes.reduce((sum, { after }) => sum + after, 0),
  };
}

/** Returns the item paused, if it was being sent. */
export function atRest(item: CloudItem): CloudItem {
  const { stage, isUploaded, size } = item;
  if (stage.status === 'uploading') return { ...item, stage: { status: 'paused', sent: stage.sent } };
  if (!['waiting', 'fetching', 'ordering'].includes(stage.status)) return item;
  return { ...item, stage: { status: 'paused', sent: isUploaded ? (size ?? 0) : 0 } };
}

/** Returns whether this is the requested file: the same name and size. */
export function isSameFile(item: Pick<CloudItem, 'name' | 'size'>, file: Pick<File, 'name' | 'size'>): boolean {
  return item.name === file.name && item.size === file.size;
}

/** Returns the file name at the end of an address. */
export function nameOfAddress(address: string): string {
  const { pathname, hostname } = new URL(address);
  const last = pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last) || hostname;
  } catch {
    return last || hostname;
  }
}

/** Returns an address that the server may fetch from, or undefined. */
export function webAddress(text: string): string | undefined {
  if (!URL.canParse(text.trim())) return undefined;
  const url = new URL(text.trim());
  return ['http:', 'https:'].includes(url.protocol) ? url.href : undefined;
}

/** Splits a text at commas, semicolons and spaces into valid and invalid addresses. */
export function addressesIn(text: string): { readonly addresses: readonly string[]; readonly wrong: readonly string[] } {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  const addresses = [...new Set(parts.filter(isEmail).map((part) => part.toLowerCase()))];
  return { addresses, wrong: parts.filter((part) => !isEmail(part)) };
}

/** What is wrong with the typed addresses, by message key. */
export type InviteeFault =
  | { readonly words: 'peopleNeeded' | 'tooManyPeople' }
  | { readonly words: 'peopleWrong'; readonly part: string };

/** Returns what is wrong with a list of people to invite; undefined if it is valid. */
export function inviteeFault(text: string): InviteeFault | undefined {
  const { addresses, wrong } = addressesIn(text);
  const [part] = wrong;
  if (part !== undefined) return { words: 'peopleWrong', part };
  if (addresses.length === 0) return { words: 'peopleNeeded' };
  return addresses.length > MAX_INVITATIONS ? { words: 'tooManyPeople' } : undefined;
}

/** Returns why results cannot be shared as set; undefined if they can. */
export function faultInSharing({ sharing, people }: Pick<CloudSettings, 'sharing' | 'people'>): InviteeFault | undefined {
  return sharing === 'team' ? inviteeFault(people) : undefined;
}
