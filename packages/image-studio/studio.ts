import type { BlobStore } from '@bakkum/blobs/blob-store';
import type { Database } from '@bakkum/database/database';
import type { Sql } from '@bakkum/database/sql';
import type { ImageClient, ImageProviderManifest } from '@bakkum/image-provider/provider';
import type { PictureDecoder } from './decoding.ts';

/** A service that is configured. */
export type ConfiguredProvider = {
  readonly manifest: ImageProviderManifest;
  /** What it draws with, where a setting says so. */
  readonly model?: string;
  /** Where it is reached. */
  readonly base?: string;
  client(): Promise<ImageClient>;
  /** Orders it works at for this process. */
  readonly load: { busy: number };
};

/** Looks at a finished picture; answers what must not be shown, in words of one piece. */
export type OutputCheck = (picture: Uint8Array<ArrayBuffer>) => Promise<readonly string[]>;

export type StudioTimes = {
  /** From the order to a service until its picture; longer is given up, and told to the service. */
  readonly deadlineMs: number;
  /** To fetch a picture from where the service put it. */
  readonly fetchMs: number;
  readonly pollMs: number;
  /** How often a worker looks whether the person wants it to stop. */
  readonly watchMs: number;
  /** A batch that has not ended by then has failed. */
  readonly expiryMs: number;
  /** How long a deleted image can be brought back. */
  readonly undoMs: number;
};

export const STUDIO_TIMES: StudioTimes = {
  deadlineMs: 180_000,
  fetchMs: 30_000,
  pollMs: 1000,
  watchMs: 1000,
  expiryMs: 30 * 60_000,
  undoMs: 60 * 60_000,
};

/** Everything the studio stands on. */
export type Studio = {
  readonly database: Database;
  readonly blobs: BlobStore;
  /** In the order they are asked; the one that sketches is the last. */
  readonly providers: readonly ConfiguredProvider[];
  /** Has a worker draw a slot, if the transaction is kept. */
  readonly enqueue: (slotId: string, sql: Sql) => Promise<void>;
  /** Names a person to a service without telling who it is. */
  readonly hashOf: (userId: string) => string;
  /** Of subject, style, light and colour, how many a prompt names, in percent. */
  readonly promptMatch: (prompt: string) => number;
  readonly times: StudioTimes;
  readonly onProblem: (problem: { readonly event: string; readonly detail: string }) => void;
  /** Opens pictures that come from elsewhere. */
  readonly decode: PictureDecoder;
  readonly check?: OutputCheck;
  /** Called with a person's id whenever this process has changed what becomes of a batch of theirs, and it is kept. */
  readonly onChange: Set<(userId: string) => void>;
  readonly now: () => Date;
};
