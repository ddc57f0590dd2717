import type { BlobStore } from '@bakkum/blobs/blob-store';
import type { Database } from '@bakkum/database/database';
import type { Sql } from '@bakkum/database/sql';
import type { ImageModel } from '@bakkum/image-provider/model';
import type { ImageClient, ImageProviderManifest } from '@bakkum/image-provider/provider';
import type { Tier } from '@bakkum/studio-options/resolutions';
import type { Chat } from './assistants/chat.ts';
import type { ImageDecoder } from './decoding/decoded-image.ts';

/** The person who orders, and their tier. */
export type Buyer = {
  readonly userId: string;
  readonly tier: Tier;
  /** Hash of the network address. */
  readonly place?: string;
};

/** Facts about a service that do not depend on its models. */
export type ServiceFacts = Pick<
  ImageProviderManifest,
  'id' | 'name' | 'variables' | 'capabilities' | 'place' | 'design' | 'needsConsent' | 'atOnce'
>;

/** A model that the operator enabled, of a configured service. */
export type EnabledModel = {
  /** Identifies it on this site; see `modelKey`. */
  readonly key: string;
  readonly manifest: ServiceFacts;
  readonly model: ImageModel;
  /** The URL of the service. */
  readonly base?: string;
  client(): Promise<ImageClient>;
  /** Number of orders this process has running at the service, whichever of its models draws. */
  readonly load: { busy: number };
};

/** Checks a finished image; returns the categories that must not be shown, as single words. */
export type OutputCheck = (picture: Uint8Array<ArrayBuffer>) => Promise<readonly string[]>;

/** Checks a prompt before it is drawn; returns the categories that must not be drawn, as single words. */
export type PromptCheck = (prompt: string, signal: AbortSignal) => Promise<readonly string[]>;

export type StudioTimes = {
  /** Milliseconds from the order to the image; afterwards the order is cancelled. */
  readonly deadlineMs: number;
  /** Timeout for downloading an image from the service's URL. */
  readonly fetchMs: number;
  readonly pollMs: number;
  /** Minimum interval between stored previews of an image. */
  readonly previewMs: number;
  /** Interval at which a worker checks for cancellation. */
  readonly watchMs: number;
  /** A batch that has not ended by then has failed. */
  readonly expiryMs: number;
  /** How long a deleted image can be restored. */
  readonly undoMs: number;
};

export const STUDIO_TIMES: StudioTimes = {
  deadlineMs: 180_000,
  fetchMs: 30_000,
  pollMs: 1000,
  previewMs: 1000,
  watchMs: 1000,
  expiryMs: 30 * 60_000,
  undoMs: 60 * 60_000,
};

/** An order that only the design studio can fill. */
export type Designs = {
  readonly buyer: Buyer;
  /** How much work the images are: the credits that they would cost. */
  readonly amount: number;
};

/** Dependencies of the studio. */
export type Studio = {
  readonly database: Database;
  readonly blobs: BlobStore;
  /** In the order they are tried; the design studio is last unless the operator placed it elsewhere. */
  readonly models: readonly EnabledModel[];
  /** Models that enlarge images, in the order they are offered. */
  readonly upscalers: readonly EnabledModel[];
  /** Models that remove backgrounds, in the order they are offered. */
  readonly backgroundRemovers: readonly EnabledModel[];
  /** Queues a slot for a worker, once the transaction commits. Designs wait apart, since they cost nothing but time. */
  readonly enqueue: (slotId: string, sql: Sql, kind: 'image' | 'design') => Promise<void>;
  /** Counts free designs; returns the seconds to wait when the person or their network address has had too many. */
  readonly countDesigns: (sql: Sql, designs: Designs) => Promise<number | undefined>;
  /** Identifies a person to a service without revealing who they are. */
  readonly hashOf: (userId: string) => string;
  readonly times: StudioTimes;
  readonly onProblem: (problem: { readonly event: string; readonly detail: string }) => void;
  /** Decodes untrusted images. */
  readonly decode: ImageDecoder;
  /** Checks prompts after the rule set. Without it, a service that checks prompts is asked. */
  readonly checkPrompt?: PromptCheck;
  /** Translates prompts. */
  readonly chat?: Chat;
  /** Checks finished and imported images. */
  readonly check?: OutputCheck;
  /** Maximum bytes of the images of all free accounts together. Default: no limit. */
  readonly freeBytes?: number;
  /** Called with a person's id after this process has committed a change to one of their batches. */
  readonly onChange: Set<(userId: string) => void>;
  readonly now: () => Date;
};
