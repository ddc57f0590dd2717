import type { ConversionErrorCode } from '@bakkum/conversion/errors';
import type { LayoutInput, PageLayout } from '@bakkum/conversion/pages/page-layout';

/** Sent by a conversion worker to its page, with the other end of a channel: opens a frame for layouts. */
export type OpenLayouts = { readonly type: 'page-layouts'; readonly port: MessagePort };

export const isOpenLayouts = (message: { readonly type: string }): message is OpenLayouts => message.type === 'page-layouts';

/** Messages from the worker. The page closes the frame on request, and when the worker ends. */
export type ToFrame =
  | { readonly type: 'lay-out'; readonly input: LayoutInput }
  | { readonly type: 'face'; readonly name: string; readonly bytes?: Uint8Array<ArrayBuffer> }
  | { readonly type: 'close' };

export type FromFrame =
  | { readonly type: 'face-wanted'; readonly name: string }
  | { readonly type: 'laid-out'; readonly layout: PageLayout }
  | { readonly type: 'failed'; readonly code: ConversionErrorCode; readonly detail: string };
