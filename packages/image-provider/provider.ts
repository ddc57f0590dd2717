import type { DrawnSizes } from './drawn-size.ts';

/** A variable of the environment that a provider reads. */
export type ProviderVariable = {
  readonly name: string;
  /** `secret` is never written anywhere; `file` is the path of a file, whose text the client is given. */
  readonly kind: 'secret' | 'address' | 'text' | 'file';
  /** The provider is configured once each of these is set. */
  readonly needed?: boolean;
  readonly default?: string;
};

/** What a service can do, as data: what it cannot is not offered, or done by us. */
export type ProviderCapabilities = {
  readonly sizes: DrawnSizes;
  /** The same seed draws the same picture. */
  readonly seed: boolean;
  /** Otherwise it is told in words what to leave out. */
  readonly negativePrompt: boolean;
  /** Changes a given picture by words. */
  readonly edit: boolean;
  /** Changes only a part of it. */
  readonly mask: boolean;
  /** Can be told to stop. */
  readonly cancel: boolean;
  /** Tells how far it is. */
  readonly progress: boolean;
};

/** Data of a provider; light, so that the registry may read every one. */
export type ImageProviderManifest = {
  /** The folder's name without `image-`. */
  readonly id: string;
  /** As people know it. */
  readonly name: string;
  /** Who is asked first where nobody chose: lower is earlier. */
  readonly rank: number;
  /** By short name, as the client is given them. */
  readonly variables: Readonly<Record<string, ProviderVariable>>;
  readonly capabilities: ProviderCapabilities;
  /** `cloud` costs money and names who asks by a hash; `local` is the operator's own machine; `built-in` is this program. */
  readonly place: 'cloud' | 'local' | 'built-in';
  /** Not AI, free, labelled as a sketch, and drawn when everything else failed. */
  readonly sketch: boolean;
  /** The prompt travels in an address: who asks must have agreed. */
  readonly needsConsent: boolean;
  /** How many orders it works at once for us. */
  readonly atOnce: number;
};

/** What of a picture is drawn anew, in both ways that services ask for it: PNG, as large as the picture. */
export type PictureMask = {
  /** Grey: white is drawn anew. */
  readonly light: Uint8Array<ArrayBuffer>;
  /** With transparency: what is clear is drawn anew. */
  readonly clear: Uint8Array<ArrayBuffer>;
};

/** One picture that is ordered. A batch is as many orders, so that each has a seed and a fate of its own. */
export type PictureOrder = {
  /** Without commands for local servers; see prompt-text.ts. */
  readonly prompt: string;
  readonly negativePrompt?: string;
  readonly style: string;
  /** What the style means in words; already in the prompt unless the provider draws by style. */
  readonly rawPrompt: string;
  /** What to draw: a size the capabilities allow. */
  readonly width: number;
  readonly height: number;
  /** Of the picture that was bought, as `16:9`. */
  readonly aspectRatio: string;
  readonly seed: number;
  /** PNG, with the size to draw. */
  readonly edit?: { readonly picture: Uint8Array<ArrayBuffer>; readonly mask?: PictureMask };
  /** Names the person to the service without telling who it is. */
  readonly personHash: string;
};

/** A picture as the service gives it: bytes, or where they are for a while. */
export type Drawn = {
  readonly content: Uint8Array<ArrayBuffer> | { readonly address: string; readonly headers?: Readonly<Record<string, string>> };
  /** As the service says; else the order's. */
  readonly seed?: number;
};

export type Submitted =
  | { readonly state: 'done'; readonly drawn: Drawn }
  /** What finds it again after a restart; kept in the database before anything is waited for. */
  | { readonly state: 'accepted'; readonly job: string };

export type Polled =
  | { readonly state: 'done'; readonly drawn: Drawn }
  /** `progress` from 0 to 1. */
  | { readonly state: 'running'; readonly progress?: number };

export type CallContext = {
  readonly signal: AbortSignal;
  /** Called by a service that draws while it is asked. */
  readonly onProgress?: (progress: number) => void;
};

/**
 * Speaks one service's language. Every failure it expects is a ProviderFault; its message is for the log, and holds neither the
 * prompt nor a secret.
 */
export type ImageClient = {
  submit(order: PictureOrder, context: CallContext): Promise<Submitted>;
  /** Only of a service that accepts jobs. */
  poll?(job: string, context: CallContext): Promise<Polled>;
  /** Tells the service to stop; `job` is absent where it is not known. Does not throw when there is nothing to stop. */
  cancel?(job: string | undefined, context: CallContext): Promise<void>;
  /** Looks at a prompt without drawing it; answers what it found, in words of one piece. */
  moderate?(prompt: string, context: CallContext): Promise<readonly string[]>;
};

/** Values of the manifest's variables by short name; absent ones are empty. */
export type ProviderValues = Readonly<Record<string, string>>;

export type ImageProviderModule = { readonly createClient: (values: ProviderValues) => ImageClient };
