/** Many requests at once for what costs the server most. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cpuSecondsFor, isAnswering, memoryOf } from './measures.ts';
import { stall } from './raw-http.ts';
import { type Attacked, startAttacked } from './server.ts';
import { anyAddress, convert, ended, fileForm, jobOf, memberOf, post, SVG, slowZip, visitorOf } from './visitor.ts';

let server: Attacked;
let base: string;
const FEW = 20;
const MANY = 60;
const MEGABYTE = 1024 * 1024;
/** Processor seconds for everything that one test sends. Rendering every time took about six. */
const MAX_SECONDS = 2;

beforeAll(async () => {
  server = await startAttacked({ CONVERSION_FIRST_SECONDS: '1' });
  base = server.baseUrl;
});
afterAll(() => server.close());

const get = (path: string) =>
  fetch(base + path, { headers: { 'X-Forwarded-For': anyAddress() } }).then(async (answer) => {
    await answer.arrayBuffer();
    return answer.status;
  });
const many = (pathOf: (index: number) => string) => Promise.all(Array.from({ length: MANY }, (_, index) => get(pathOf(index))));

describe('many uploads that stall', () => {
  it('share a limited amount of memory', async () => {
    const { host } = new URL(base);
    const head = (index: number) =>
      `POST /api/v1/upload HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${base}\r\nX-Forwarded-For: 16.0.0.${index}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${20 * MEGABYTE}\r\n\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`;
    const content = Buffer.alloc(8 * MEGABYTE - 1, 1);
    const upload = (index: number) => Buffer.concat([Buffer.from(head(index)), content]);
    // Memory that the process keeps after its first conversion and its first large uploads is not counted.
    const first = await memberOf(base);
    await ended(first, (await convert(first, SVG, 'a.svg', 'png'))?.job_id ?? '');
    (await stall(base, FEW, upload)).close();
    const before = await memoryOf(base);
    const clients = await stall(base, MANY, (index) => upload(FEW + index));
    let most = 0;
    for (let look = 0; look < 30; look += 1) {
      most = Math.max(most, await memoryOf(base));
      await wait(100);
    }
    expect(await isAnswering(base)).toBe(true);
    const job = await convert(await memberOf(base), SVG, 'a.svg', 'png');
    expect(job?.job_id).toBeTypeOf('string');
    expect(clients.unanswered()).toBe(MANY);
    clients.close();
    expect((most - before) / MEGABYTE).toBeLessThan(MANY * 4);
  });
});

describe('many requests', () => {
  it.each([
    ['/formats', (index: number) => `/formats?utm=${index}`],
    ['/converter', (index: number) => `/converter?fbclid=${index}&x=${'y'.repeat(index)}`],
    ['/api/openapi.json', (index: number) => `/api/openapi.json?v=${index}`],
    ['/api/v1/openapi.json', () => '/api/v1/openapi.json'],
    ['/sitemap.xml', (index: number) => `/sitemap.xml?${index}`],
  ])('for %s are answered from memory', async (path, pathOf) => {
    await get(path);
    expect(await cpuSecondsFor(base, () => many(pathOf))).toBeLessThan(MAX_SECONDS);
  });

  it('from one address for uncached pages leave room for other visitors', async () => {
    const headers = { 'X-Forwarded-For': anyAddress() };
    const formats = ['png', 'jpeg', 'webp', 'avif', 'gif', 'tiff', 'bmp', 'svg', 'pdf', 'docx', 'html', 'csv'];
    const paths = formats.flatMap((from) => formats.map((to) => `/convert/${from}-to-${to}`));
    let left = paths.length;
    const attack = paths.map((path) =>
      fetch(base + path, { headers }).then(async (answer) => {
        await answer.arrayBuffer();
        left -= 1;
      }),
    );
    const isAnswered = await isAnswering(base);
    expect([isAnswered, left > 0]).toEqual([true, true]);
    await Promise.all(attack);
  });

  it('for designs are limited, and drawn apart from requests', async () => {
    const member = await memberOf(base);
    const order = { prompt: 'a red barn', style: 'photorealistic', aspectRatio: '1:1', resolution: '512x512', count: 1 };
    const statuses: number[] = [];
    for (let round = 0; round < 140; round += 1) {
      const { status } = await member.send('images/generations', post(order, { 'Idempotency-Key': crypto.randomUUID() }));
      statuses.push(status);
      if (status === 429) break;
    }
    expect(statuses.at(-1)).toBe(429);
    expect(await isAnswering(base)).toBe(true);
  });
});

/** Files that never end, or nearly so. */
const ENDLESS: readonly (readonly [name: string, content: string, target: string])[] = [
  ['loop.typ', '#while true { }\n', 'pdf'],
  ['recursion.typ', '#let f(n) = { f(n + 1) + f(n + 2) }\n#f(0)\n', 'pdf'],
  ['macros.tex', '\\documentclass{article}\\def\\a{\\b\\b}\\def\\b{\\a\\a}\\begin{document}\\a\\end{document}', 'html'],
  [
    'filter.svg',
    `<svg xmlns="http://www.w3.org/2000/svg" width="8000" height="8000"><filter id="f">${'<feGaussianBlur stdDeviation="400"/><feTurbulence numOctaves="10"/>'.repeat(9)}</filter><rect filter="url(#f)" width="8000" height="8000"/></svg>`,
    'png',
  ],
  [
    'groups.svg',
    `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900">${'<g opacity=".9">'.repeat(3000)}<rect width="900" height="900"/>${'</g>'.repeat(3000)}</svg>`,
    'png',
  ],
];

describe('conversions without end', () => {
  it.each(ENDLESS)('%s from one address leave a slot for other visitors', async (name, content, target) => {
    const address = anyAddress();
    const attackers = Array.from({ length: 6 }, () => visitorOf(base, address));
    const jobs = await Promise.all(attackers.map((visitor) => convert(visitor, content, name, target)));
    const victim = await memberOf(base);
    const small = await convert(victim, SVG, 'small.svg', 'png');
    expect((await ended(victim, small?.job_id ?? '')).status).toBe('completed');
    await Promise.all(
      attackers.map(async (visitor, index) => {
        const id = jobs[index]?.job_id;
        if (id) await visitor.send(`v1/jobs/${id}/cancel`, post(undefined));
      }),
    );
  });

  it('of many addresses give their slots back', async () => {
    const attackers = Array.from({ length: 4 }, () => visitorOf(base));
    const jobs = await Promise.all(attackers.map((visitor) => convert(visitor, slowZip(), 'slow.zip', '7z')));
    const victim = await memberOf(base);
    const small = await convert(victim, SVG, 'small.svg', 'png');
    expect((await ended(victim, small?.job_id ?? '')).status).toBe('completed');
    const states = await Promise.all(attackers.map((visitor, index) => jobOf(visitor, jobs[index]?.job_id ?? '')));
    expect(states.some(({ status }) => status === 'queued' || status === 'processing')).toBe(true);
  });
});

it('the demo account, which everyone can use, cannot keep others from converting', async () => {
  const demo = visitorOf(base);
  const { email, password } = await (await demo.send('demo')).json();
  await demo.send('account/sign-in', post({ email, password }));
  const statuses = await Promise.all(
    Array.from(
      { length: MANY },
      async () => (await demo.send('v1/upload', post(fileForm(ENDLESS[0]?.[1] ?? '', 'a.typ', { target_format: 'pdf' })))).status,
    ),
  );
  const victim = await memberOf(base);
  const small = await convert(victim, SVG, 'small.svg', 'png');
  const { status } = await ended(victim, small?.job_id ?? '');
  expect({ status, statuses }).toEqual({ status: 'completed', statuses });
});
