import type { PromptLanguage } from '@bakkum/studio-options/languages';
import type { DrawnSizes } from './drawn-size.ts';
import type { StrengthFacts } from './strength.ts';

/** Facts about a model that decide what is offered, what it costs and what is sent. */
export type ModelFacts = {
  /** The sizes it draws. Larger ones are not sold: nothing is enlarged. */
  readonly sizes: DrawnSizes;
  /** Steps and guidance to request, where the API takes them. */
  readonly sampling?: { readonly steps: number; readonly guidance?: number };
  /** The same seed draws the same image. */
  readonly seed: boolean;
  /** If false, what to leave out is part of the prompt. */
  readonly negativePrompt: boolean;
  /**
   * Changes a given image. An `instructed` model takes instructions; a `described` model takes a description of the result and starts
   * from the image. A `redrawn` model takes no image: it draws its own design again, with the instructions.
   */
  readonly edit: 'instructed' | 'described' | 'redrawn' | false;
  /** Files of given images must have fewer bytes than this. Absent if the vendor documents no limit that they reach. */
  readonly editBytesBelow?: number;
  /** How far the result of an edit may differ from the given image, if the API takes that. */
  readonly strength?: StrengthFacts;
  /** Changes only a masked part of it. */
  readonly mask: boolean;
  /** How it draws beyond the edges of a given image, if it does. */
  readonly extend?: ExtendFacts;
  /** How its service shows an image before it is finished, if it does. */
  readonly livePreview?: LivePreview;
  /** The service checks prompts and images for content that it does not allow. */
  readonly moderated: boolean;
  /** Languages of prompts. */
  readonly languages: readonly PromptLanguage[];
  /** Credits of an image are those of its size times this, rounded up. */
  readonly creditRate: number;
  /** The vendor's price of one image of about a megapixel, in US dollars. Absent on the operator's own machine, or if it depends on a contract. */
  readonly usd?: number;
  /** The same for an image made from a given one, if that has another price. */
  readonly editUsd?: number;
  /** Of a model that enlarges images and draws none. */
  readonly upscale?: UpscaleFacts;
  /** Of a model that removes backgrounds and draws nothing. */
  readonly removal?: RemovalFacts;
};

/** How a service shows an image before it is finished. */
export type LivePreview =
  /** A few unfinished images, each at this price of the vendor, in US dollars. */
  | { readonly kind: 'partial-images'; readonly usd: number }
  /** The image after some of the sampling steps, at no cost. */
  | { readonly kind: 'steps' };

/** What a model receives that draws nothing new: an image within these limits, in pixels and bytes, or the drawing of a design. */
export type Taken =
  | {
      readonly kind: 'pixels';
      readonly shortest: number;
      readonly longest: number;
      readonly area: readonly [fewest: number, most: number];
      /** Files of this many bytes or more are refused. Absent if the vendor documents no limit. */
      readonly bytesBelow?: number;
    }
  | { readonly kind: 'vector' };

/** How a model draws beyond the edges of a given image. */
export type ExtendFacts =
  /** Redraws the empty part of a larger canvas of one of its sizes, as it redraws masked parts. */
  | { readonly kind: 'canvas' }
  /** Receives the image and the pixels to add on each side. The result has any size. */
  | {
      readonly kind: 'edges';
      /** Maximum pixels on one side. */
      readonly longestEdge: number;
      /** Limits of the given image, in pixels, and the maximum ratio of its sides. */
      readonly takes: {
        readonly shortest: number;
        readonly area: readonly [fewest: number, most: number];
        readonly ratio: number;
      };
    }
  /** Draws its own designs again in the new shape. */
  | { readonly kind: 'format' };

/** Facts about a model that enlarges images. */
export type UpscaleFacts = {
  /** How many times longer the sides of its results are. Results of smaller factors are reduced from them. */
  readonly factor: number;
  readonly takes: Taken;
  /** `model` draws new detail, `resample` draws none, and `redraw` repeats the drawing of a design. */
  readonly method: 'model' | 'resample' | 'redraw';
  /** Credits of one image of any size. */
  readonly credits: number;
};

/** An entry of the catalogue for a model that only enlarges. */
export type Upscaler = Pick<ImageModel, 'id' | 'name' | 'moderated' | 'usd'> & UpscaleFacts;

/** Facts about a model that removes the background of an image, which leaves it transparent. */
export type RemovalFacts = {
  readonly takes: Taken;
  /** `model` finds the subject, and `redraw` draws a design without its background. */
  readonly method: 'model' | 'redraw';
  /** Credits of one image of any size. */
  readonly credits: number;
};

/** An entry of the catalogue for a model that only removes backgrounds. */
export type BackgroundRemover = Pick<ImageModel, 'id' | 'name' | 'moderated' | 'usd'> & RemovalFacts;

/** A model of the catalogue. */
export type ImageModel = ModelFacts & {
  /** The vendor's id. Empty if the service has one model, whichever the operator loaded. */
  readonly id: string;
  /** Display name. */
  readonly name: string;
};

/** Whether a model changes images that are given to it. */
export function editsImages({ edit }: Pick<ModelFacts, 'edit'>): boolean {
  return edit === 'instructed' || edit === 'described';
}

/** Identifies a model on this site: `service/model`, or the service if it has one model. */
export function modelKey(service: string, { id }: Pick<ImageModel, 'id'>): string {
  return id === '' ? service : `${service}/${id}`;
}
