import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { serveFolder } from '@bakkum/tests/browser-harness/serve';
import type { BrowserContext } from 'playwright-core';

const INPUT = 'peer-input';
/** The package our own engine uses. */
const ENGINE = path.resolve(import.meta.dirname, '../../engines/ffmpeg/package.json');

/** Single-threaded FFmpeg WebAssembly, used the common way: the file is copied into its memory, then `-i in out` runs. */
export type PeerPage = {
  /** Returns milliseconds with the program already loaded, or the error. Ends after `limitMs`. */
  convert(file: string, to: string, args: readonly string[], limitMs: number): Promise<PeerEnd>;
  close(): Promise<void>;
};

export type PeerEnd = { readonly ms: number } | { readonly failed: string } | { readonly over: number };

type PeerCore = {
  readonly FS: { writeFile(path: string, bytes: Uint8Array): void; readFile(path: string): Uint8Array<ArrayBuffer> };
  exec(...args: readonly string[]): number;
};

type PeerJob = { readonly file: File; readonly from: string; readonly to: string; readonly args: readonly string[] };

/** Opens a separate page in the same browser, with the product's response headers. */
export async function openPeerPage(context: BrowserContext, folder: string): Promise<PeerPage> {
  const root = path.join(folder, 'peer');
  await mkdir(root);
  await writeFile(path.join(root, 'index.html'), `<!doctype html><title>peer</title><input type="file" id="${INPUT}">`);
  await writeFile(path.join(root, 'worker.js'), `(${workInPeer.toString()})();`);
  const program = path.dirname(createRequire(ENGINE).resolve('@ffmpeg/core'));
  for (const name of ['ffmpeg-core.js', 'ffmpeg-core.wasm'])
    await copyFile(path.join(program, '..', 'esm', name), path.join(root, name));
  const server = await serveFolder(root);
  const page = await context.newPage();
  await page.goto(server.origin);
  return {
    async convert(file, to, args, limitMs) {
      await page.setInputFiles(`#${INPUT}`, file);
      return page.evaluate(convertInPeer, { id: INPUT, from: path.extname(file), to, args, limitMs });
    },
    async close() {
      await page.close();
      await server.close();
    },
  };
}

/** Runs in the page. Uses a new worker each time, as an instance is unusable after a trap. */
async function convertInPeer(job: {
  id: string;
  from: string;
  to: string;
  args: readonly string[];
  limitMs: number;
}): Promise<PeerEnd> {
  const input = document.getElementById(job.id);
  const file = input instanceof HTMLInputElement ? input.files?.[0] : undefined;
  if (!file) throw new Error('no file was given');
  const worker = new Worker('/worker.js', { type: 'module' });
  const answer = (): Promise<unknown> =>
    new Promise((resolve) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = (event) => resolve(event.message);
    });
  try {
    const loaded = await answer();
    if (loaded !== 'loaded') return { failed: String(loaded) };
    const startedAt = performance.now();
    const ended = answer();
    worker.postMessage({ file, from: job.from, to: job.to, args: job.args });
    const late = new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), job.limitMs));
    const end = await Promise.race([ended, late]);
    if (end === 'late') return { over: job.limitMs };
    return end instanceof Blob ? { ms: performance.now() - startedAt } : { failed: String(end) };
  } finally {
    worker.terminate();
  }
}

/** The complete worker script; it cannot use anything from outside. */
async function workInPeer(): Promise<void> {
  const script = '/ffmpeg-core.js';
  const { default: create }: { default: (given: { mainScriptUrlOrBlob: string }) => Promise<PeerCore> } = await import(script);
  const places = btoa(JSON.stringify({ wasmURL: '/ffmpeg-core.wasm', workerURL: '' }));
  const core = await create({ mainScriptUrlOrBlob: `${script}#${places}` });
  addEventListener('message', ({ data: job }: MessageEvent<PeerJob>) => {
    const [input, output] = [`in${job.from}`, `out.${job.to}`];
    job.file
      .arrayBuffer()
      .then((bytes) => {
        core.FS.writeFile(input, new Uint8Array(bytes));
        const code = core.exec('-i', input, ...job.args, output);
        postMessage(code === 0 ? new Blob([core.FS.readFile(output)]) : `exit code ${code}`);
      })
      .catch((thrown: unknown) => postMessage(String(thrown)));
  });
  postMessage('loaded');
}
