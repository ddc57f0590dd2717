/** Attacks a server from one address with requests that once stopped it, and measures what another visitor gets meanwhile. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { BUSY_EMAILS, startAttacked } from '@bakkum/tests/attack/server';
import { convert, ended, memberOf, SVG, type Visitor } from '@bakkum/tests/attack/visitor';
import { describeMachine } from '../machine.ts';
import { table } from '../markdown.ts';
import type { Suite } from '../suite.ts';
import { ATTACKER_PROGRAM, ATTACKS } from './attacks.ts';

const PAGES = ['/', '/converter', '/formats', '/formats/docx', '/ko/batch'];
const GOALS = { pageMs: 500, conversionMs: 10_000 };
/** A visitor opens a page this often, in milliseconds. */
const PAGE_EVERY_MS = 100;
const SECONDS_EACH = 15;
const SECONDS_ALL = 60;
const ALL = 'all of these at once';

const read = async (answer: Promise<Response>): Promise<unknown> => (await answer).arrayBuffer();

/** Starts an attacker, whose own work must not delay the measured visitor. Returns a function that ends it. */
async function attackWith(base: string, names: readonly string[]): Promise<() => Promise<void>> {
  const attacker = spawn(process.execPath, [ATTACKER_PROGRAM, base, ...names], { stdio: ['ignore', 'ignore', 'inherit'] });
  await once(attacker, 'spawn');
  const ended = once(attacker, 'exit');
  return async () => {
    attacker.kill();
    await ended;
  };
}

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
    const [before = 0] = loadavg();
    const machine = describeMachine(['PostgreSQL 18 from npm', 'the attacker and the visitor on the same machine as the server']);
    const server = await startAttacked({ PRECOMPRESS: 'off' });
    try {
      const visitor = await memberOf(server.baseUrl, BUSY_EMAILS.visitor);
      const rows: (readonly string[])[] = [rowOf('nobody, before', await visit(visitor, SECONDS_EACH * 1000))];
      const names = ATTACKS.map(({ name }) => name);
      for (const name of [...names, ALL].filter((each) => isAsked(each))) {
        const stop = await attackWith(server.baseUrl, name === ALL ? names : [name]);
        rows.push(rowOf(name, await visit(visitor, name === ALL ? SECONDS_ALL * 1000 : SECONDS_EACH * 1000)));
        await stop();
        say(rows.at(-1)?.join(' | ') ?? '');
      }
      rows.push(rowOf('nobody, afterwards', await visit(visitor, SECONDS_EACH * 1000)));
      const columns = ['attack from one address', 'pages', 'p50 ms', 'p95 ms', 'longest ms', 'conversions', 'p50 s', 'longest s'];
      const [after = 0] = loadavg();
      const load = `Load of the machine over one minute: ${before.toFixed(1)} before, ${after.toFixed(1)} at the end.`;
      const goal = `Goal while all attack at once, on two cores: p95 of a page at most ${GOALS.pageMs} ms, a small conversion at most ${GOALS.conversionMs / 1000} s.`;
      return `${machine}\n${load}\n\n${goal}\n\n${table(columns, rows)}`;
    } finally {
      await server.close();
    }
  },
};
