/** Attacks a server from one address with requests that once stopped it, and measures what another visitor gets meanwhile. */
import { setTimeout as wait } from 'node:timers/promises';
import { exchange, requestText, stall } from '@bakkum/tests/attack/raw-http';
import { BUSY_EMAILS, startAttacked } from '@bakkum/tests/attack/server';
import { convert, ended, memberOf, SVG, type Visitor, visitorOf } from '@bakkum/tests/attack/visitor';
import { describeMachine } from '../machine.ts';
import { table } from '../markdown.ts';
import type { Suite } from '../suite.ts';

const ATTACKER = '203.0.113.66';
const MEGABYTE = 1024 * 1024;
const PAGES = ['/', '/converter', '/formats', '/formats/docx', '/ko/batch'];
const GOALS = { pageMs: 500, conversionMs: 10_000 };
/** A visitor opens a page this often, in milliseconds. */
const PAGE_EVERY_MS = 100;
const SECONDS_EACH = 60;

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
const read = async (answer: Promise<Response>) => (await answer).arrayBuffer();

/** The numbers are those of the findings. */
const ATTACKS: readonly Attack[] = [
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
      const end = stall(base, 60, () => bytes);
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      (await end)();
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

type Measured = { readonly pages: readonly number[]; readonly conversions: readonly number[] };

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Opens pages and converts small files as another visitor. */
async function visit(visitor: Visitor, milliseconds: number): Promise<Measured> {
  const [pages, conversions]: [number[], number[]] = [[], []];
  const endsAt = performance.now() + milliseconds;
  const reading = async (): Promise<void> => {
    for (let round = 0; performance.now() < endsAt; round += 1) {
      const headers = { 'X-Forwarded-For': visitor.address };
      pages.push(await timed(() => read(fetch(visitor.base + (PAGES[round % PAGES.length] ?? '/'), { headers }))));
      await wait(PAGE_EVERY_MS);
    }
  };
  const converting = async (): Promise<void> => {
    while (performance.now() < endsAt)
      conversions.push(await timed(async () => ended(visitor, (await convert(visitor, SVG, 'a.svg', 'png'))?.job_id ?? '')));
  };
  await Promise.all([reading(), converting()]);
  return { pages, conversions };
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN);
}

function rowOf(name: string, { pages, conversions }: Measured): readonly string[] {
  const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1);
  return [
    name,
    String(pages.length),
    ...[0.5, 0.95, 1].map((share) => String(percentile(pages, share))),
    String(conversions.length),
    ...[0.5, 1].map((share) => seconds(percentile(conversions, share))),
  ];
}

export const suite: Suite = {
  title: 'Other visitors under attack',
  once: true,
  async run({ isAsked, say }) {
    const machine = describeMachine(['PostgreSQL 18 from npm', 'the attacker and the visitor on the same machine as the server']);
    const server = await startAttacked({ PRECOMPRESS: 'off' });
    try {
      const visitor = await memberOf(server.baseUrl, BUSY_EMAILS.visitor);
      const rows: (readonly string[])[] = [rowOf('nobody', await visit(visitor, 15_000))];
      const all: Attack = {
        name: 'all of these at once',
        run: async (base, signal) => void (await Promise.all(ATTACKS.map((attack) => attack.run(base, signal)))),
      };
      for (const attack of [...ATTACKS, all].filter(({ name }) => isAsked(name))) {
        const stop = new AbortController();
        const attacking = attack.run(server.baseUrl, stop.signal);
        rows.push(rowOf(attack.name, await visit(visitor, (attack === all ? SECONDS_EACH : 15) * 1000)));
        stop.abort();
        await attacking;
        say(rows.at(-1)?.join(' | ') ?? '');
      }
      const columns = ['attack from one address', 'pages', 'p50 ms', 'p95 ms', 'longest ms', 'conversions', 'p50 s', 'longest s'];
      const goal = `Goal while all attack at once, on two cores: p95 of a page at most ${GOALS.pageMs} ms, a small conversion at most ${GOALS.conversionMs / 1000} s.`;
      return `${machine}\n${goal}\n\n${table(columns, rows)}`;
    } finally {
      await server.close();
    }
  },
};
