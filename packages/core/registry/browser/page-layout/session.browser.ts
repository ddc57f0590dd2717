/** Lays out pages for a worker, one after another, in a frame that exists as long as the worker's channel is open. */
import { ConversionError, toConversionError } from '@bakkum/conversion/errors';
import type { LayoutInput, PageLayout } from '@bakkum/conversion/pages/page-layout';
import { fillFrame } from './fill-frame.browser.ts';
import { prepareFormulas } from './formulas.browser.ts';
import { type LayoutFrame, openFrame } from './frame.browser.ts';
import type { FromFrame, ToFrame } from './protocol.ts';
import { readLayout } from './reading/read-layout.browser.ts';
import { timeSlices } from './time-slices.browser.ts';
import { applyTypefaces, type Typefaces } from './typefaces.browser.ts';

export function serveLayouts(port: MessagePort, signal: AbortSignal, close: () => void): void {
  const tell = (message: FromFrame): void => {
    if (!signal.aborted) port.postMessage(message);
  };
  const wanted = new Map<string, PromiseWithResolvers<Uint8Array<ArrayBuffer>>>();
  const typefaces: Typefaces = {
    loaded: new Map(),
    fetch(name) {
      const known = wanted.get(name);
      if (known) return known.promise;
      const waiting = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
      wanted.set(name, waiting);
      tell({ type: 'face-wanted', name });
      return waiting.promise;
    },
  };
  let opened: Promise<LayoutFrame> | undefined;
  signal.addEventListener('abort', () => {
    for (const waiting of wanted.values()) waiting.reject(new ConversionError('cancelled', 'closed'));
    void opened?.then(
      (frame) => frame.remove(),
      () => undefined, // It did not open.
    );
  });
  const answer = async (input: LayoutInput): Promise<void> => {
    try {
      opened ??= openFrame(signal);
      tell({ type: 'laid-out', layout: await layOut(await opened, input, typefaces, signal) });
    } catch (thrown) {
      const { code, message } = toConversionError(signal.aborted ? new ConversionError('cancelled', 'closed') : thrown);
      tell({ type: 'failed', code, detail: message });
    }
  };
  port.addEventListener('message', ({ data }: MessageEvent<ToFrame>) => {
    if (data.type === 'close') close();
    else if (data.type === 'lay-out') void answer(data.input);
    else if (data.bytes) wanted.get(data.name)?.resolve(data.bytes);
    else wanted.get(data.name)?.reject(new ConversionError('engine-unavailable', `typeface ${data.name}`));
  });
  port.start();
}

async function layOut(frame: LayoutFrame, input: LayoutInput, typefaces: Typefaces, signal: AbortSignal): Promise<PageLayout> {
  const slices = timeSlices(signal);
  const filled = await fillFrame(frame, input, slices);
  try {
    const fonts = await applyTypefaces(frame, typefaces, slices);
    prepareFormulas(frame);
    return await readLayout(frame, input, fonts, filled, slices);
  } finally {
    filled.release();
    if (!signal.aborted) frame.clear();
  }
}
