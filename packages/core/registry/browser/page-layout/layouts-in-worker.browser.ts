/** The worker's side of layouts: one frame of the page, asked for one layout at a time. */
import { ConversionError } from '@bakkum/conversion/errors';
import type { LayoutInput, PageLayout, PageLayouts } from '@bakkum/conversion/pages/page-layout';
import type { FromFrame, OpenLayouts, ToFrame } from './protocol.ts';

type Load = (face: string) => Promise<Uint8Array<ArrayBuffer>>;

/** @param post sends to the page, with the port */
export function openPageLayouts(
  post: (message: OpenLayouts, transfer: Transferable[]) => void,
  load: Load,
  signal: AbortSignal,
): PageLayouts {
  const { port1, port2 } = new MessageChannel();
  const tell = (message: ToFrame): void => port1.postMessage(message);
  let pending: PromiseWithResolvers<PageLayout> | undefined;
  const close = (): void => {
    signal.removeEventListener('abort', close);
    // The page closes the channel: some browsers drop what was sent before it is closed here.
    tell({ type: 'close' });
    pending?.reject(new ConversionError('cancelled', 'the frame was closed'));
  };
  const send = async (name: string): Promise<void> => {
    try {
      tell({ type: 'face', name, bytes: await load(name) });
    } catch (cause) {
      // The page must not wait for a typeface that does not come.
      tell({ type: 'face', name });
      pending?.reject(cause);
    }
  };
  port1.addEventListener('message', ({ data }: MessageEvent<FromFrame>) => {
    if (data.type === 'face-wanted') void send(data.name);
    else if (data.type === 'laid-out') pending?.resolve(data.layout);
    else pending?.reject(new ConversionError(data.code, data.detail));
  });
  port1.start();
  post({ type: 'page-layouts', port: port2 }, [port2]);
  signal.addEventListener('abort', close);
  return {
    layOut(input: LayoutInput) {
      signal.throwIfAborted();
      pending = Promise.withResolvers<PageLayout>();
      tell({ type: 'lay-out', input });
      return pending.promise;
    },
    close,
  };
}
