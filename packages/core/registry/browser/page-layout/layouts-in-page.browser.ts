/** The page's side of layouts: the frames that one conversion worker uses. The code that lays out is loaded with the first. */
import type { FromFrame, OpenLayouts, ToFrame } from './protocol.ts';

export class LayoutFrames {
  readonly #closers = new Set<() => void>();

  receive({ port }: OpenLayouts): void {
    const controller = new AbortController();
    const close = (): void => {
      controller.abort();
      port.close();
      this.#closers.delete(close);
    };
    this.#closers.add(close);
    void import('./session.browser.ts')
      .then(({ serveLayouts }) => serveLayouts(port, controller.signal, close))
      .catch((cause: unknown) => {
        const failed: FromFrame = { type: 'failed', code: 'engine-unavailable', detail: String(cause) };
        port.addEventListener('message', ({ data }: MessageEvent<ToFrame>) => {
          if (data.type === 'close') close();
          else if (data.type === 'lay-out') port.postMessage(failed);
        });
        port.start();
      });
  }

  /** Called when the worker has ended. */
  endAll(): void {
    for (const close of [...this.#closers]) close();
  }
}
