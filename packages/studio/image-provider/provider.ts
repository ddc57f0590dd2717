import type { DesignReport } from '@bakkum/api-contract/images/images';
import type { Edges } from '@bakkum/studio-options/extending';
import type { LocalProgram } from './local-program.ts';
import type { BackgroundRemover, ImageModel, ModelFacts, Upscaler } from './model.ts';

/** An environment variable that a provider reads. */
export type ProviderVariable = {
  readonly name: string;
  /** `secret` is never written anywhere; `file` is a path, and the client receives the file's text. */
  readonly kind: 'secret' | 'address' | 'text' | 'file';
  /** The provider is configured once all of these are set. */
  readonly needed?: boolean;
  readonly default?: string;
  /** Values that are refused at startup unless they match, with an example for the message. */
  readonly form?: { readonly pattern: RegExp; readonly example: string };
  /** Short name of another variable that must be set too. */
  readonly requires?: string;
};

/** What a service can do, whichever of its models draws. */
export type ServiceCapabilities = {
  /** Can be cancelled. */
  readonly cancel: boolean;
  /** Reports progress. */
  readonly progress: boolean;
};

/** Data of a provider, light enough for the registry to read all of them. */
export type ImageProviderManifest = {
  /** The folder's name without `image-`. */
  readonly id: string;
  /** Display name. */
  readonly name: string;
  /** Order of providers when none was chosen; lower is earlier. */
  readonly rank: number;
  /** By the short name under which the client receives them. */
  readonly variables: Readonly<Record<string, ProviderVariable>>;
  readonly capabilities: ServiceCapabilities;
  /** The catalogue of its models; the first is used unless a setting names another. */
  readonly models: readonly [ImageModel, ...ImageModel[]];
  /** Live previews of an image under these settings: at most this many, or 0 if they turn previews off. Default: any number. */
  readonly maxPreviews?: (values: ProviderValues) => number;
  /** Facts to assume about models outside the catalogue. Without it, a setting may only name models of the catalogue. */
  readonly otherModels?: ModelFacts;
  /** Its models that enlarge images. They are available with the service, whichever models are enabled. */
  readonly upscalers?: readonly Upscaler[];
  /** Its models that remove backgrounds, likewise. */
  readonly backgroundRemovers?: readonly BackgroundRemover[];
  /** `cloud` costs money and receives a hash of the person; `local` is the operator's own machine; `built-in` is this program. */
  readonly place: 'cloud' | 'local' | 'built-in';
  /** Of a program that operators run themselves: where it listens by default, and what it needs to be found there. */
  readonly local?: { readonly addresses: readonly string[]; readonly hint: string };
  /** Not AI and free; used when everything else failed. */
  readonly design: boolean;
  /** The prompt is sent as part of a URL, so the person must have agreed. */
  readonly needsConsent: boolean;
  /** Maximum number of parallel orders. */
  readonly atOnce: number;
};

/** The area to redraw, in the forms that services use: PNGs of the image's size. */
export type PictureMask = {
  /** Greyscale: white is redrawn. */
  readonly light: Uint8Array<ArrayBuffer>;
  /** With alpha: transparent is redrawn. */
  readonly clear: Uint8Array<ArrayBuffer>;
  /** Without shades: white is redrawn. */
  readonly whiteOnBlack: Uint8Array<ArrayBuffer>;
  /** Without shades: black is redrawn. */
  readonly blackOnWhite: Uint8Array<ArrayBuffer>;
};

/** A variation of a design, which differs from it and from the other variations of the order. */
type DesignVariation = {
  /** The design to vary: its drawing as SVG, and its seed if that is known. */
  readonly original: { readonly vector: string | null; readonly seed: number | null };
  /** Where to start looking for a seed. The same for all variations of an order. */
  readonly firstSeed: number;
  /** Among the variations of the order, from 0. */
  readonly index: number;
};

/** An order for one image. A batch consists of several orders, so that each has its own seed and outcome. */
export type PictureOrder = {
  /** Without instructions to local servers; see prompt-text.ts. */
  readonly prompt: string;
  readonly negativePrompt?: string;
  readonly style: string;
  /** The style in words; already part of the prompt unless the provider has its own styles. */
  readonly rawPrompt: string;
  /** The size to draw, one of the model's. */
  readonly width: number;
  readonly height: number;
  readonly seed: number;
  readonly edit?: {
    /** PNG of the size to draw, or JPEG if the PNG reaches the model's `editBytesBelow`. */
    readonly picture: Uint8Array<ArrayBuffer>;
    readonly mask?: PictureMask;
    /** Value of the model's parameter for the strength of edits, if it has one. */
    readonly strength?: number;
  };
  /** Instructions that change the design of the prompt, oldest first. The last one must make a difference, unless `isReformatted`. */
  readonly changes?: readonly string[];
  /** The design is drawn in another shape. */
  readonly isReformatted?: boolean;
  /** The design is a variation of another. */
  readonly variation?: DesignVariation;
  /** The image to draw more of, as PNG in its own size, and the pixels to add. */
  readonly extend?: { readonly picture: Uint8Array<ArrayBuffer>; readonly edges: Edges };
  /** The image to enlarge, in its own size: as PNG, or as the SVG of a design. */
  readonly upscale?: { readonly picture: Uint8Array<ArrayBuffer> } | { readonly vector: string };
  /** The image to remove the background of, in its own size: as PNG, or as the SVG of a design. */
  readonly removal?: { readonly picture: Uint8Array<ArrayBuffer> } | { readonly vector: string };
  /** The design is drawn without its background, like the version before. */
  readonly isCutOut?: boolean;
  /** Identifies the person to the service without revealing who they are. */
  readonly personHash: string;
};

/** A finished image: its bytes, or its temporary URL. */
export type Drawn = {
  readonly content: Uint8Array<ArrayBuffer> | { readonly address: string; readonly headers?: Readonly<Record<string, string>> };
  /** As reported by the service; otherwise that of the order. */
  readonly seed?: number;
  /** Of a design: what it shows of the prompt, unless that is known, and the image as SVG. */
  readonly design?: { readonly report?: DesignReport | undefined; readonly vector: string };
};

export type Submitted =
  | { readonly state: 'done'; readonly drawn: Drawn }
  /** Id for finding the job after a restart; stored in the database before waiting for it. */
  | { readonly state: 'accepted'; readonly job: string };

export type Polled =
  | { readonly state: 'done'; readonly drawn: Drawn }
  /** `progress` from 0 to 1. */
  | { readonly state: 'running'; readonly progress?: number };

/** Sampling steps of an image. */
export type Steps = { readonly done: number; readonly total: number };

export type CallContext = {
  readonly signal: AbortSignal;
  /** Called by a service that draws during the request, with a number from 0 to 1, and the steps if it counts them. */
  readonly onProgress?: (progress: number, steps?: Steps) => void;
  /** Called with unfinished versions of the image, which may be damaged. Without it, none are requested. */
  readonly onPreview?: (preview: Uint8Array) => void;
};

/**
 * Client of one service. Every expected failure is a ProviderFault, whose message is for the log and contains neither the prompt
 * nor a secret.
 */
export type ImageClient = {
  submit(order: PictureOrder, context: CallContext): Promise<Submitted>;
  /** Only for services with jobs. */
  poll?(job: string, context: CallContext): Promise<Polled>;
  /**
   * Reports progress and previews of an accepted job until the signal is aborted, or nothing more is to come. Only for services that send
   * them over another connection than the answers to `poll`. Its failure does not affect the job.
   */
  watch?(job: string, context: CallContext): Promise<void>;
  /** Cancels an order; `job` is absent if it is unknown. Does not throw when there is nothing to cancel. */
  cancel?(job: string | undefined, context: CallContext): Promise<void>;
  /** Checks a prompt without drawing it; returns categories as single words. */
  moderate?(prompt: string, context: CallContext): Promise<readonly string[]>;
  /** Tries the key without drawing, by a call that costs nothing. Without it, only drawing shows whether the key works. */
  check?(context: CallContext): Promise<KeyCheck>;
};

/** What a service says about a key that it accepts. */
export type KeyCheck = {
  /** What is left of the account's balance, in the service's own unit. Absent if the call does not say. */
  readonly balance?: number;
};

/** Values of the manifest's variables by short name; absent ones are empty. */
export type ProviderValues = Readonly<Record<string, string>>;

/** A module makes one client for each enabled model, and for each model that enlarges. */
export type ImageProviderModule = {
  readonly createClient: (values: ProviderValues, model: ImageModel) => ImageClient;
  /**
   * Of a local program: reads what runs at `base`, without drawing.
   * @throws ProviderFault if another program answers there, or none
   */
  readonly inspect?: (values: ProviderValues, context: Pick<CallContext, 'signal'>) => Promise<LocalProgram>;
};
