/** Clients that send or read very slowly, on many connections. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, inject, it } from 'vitest';
import { isAnswering } from './measures.ts';
import { requestText, stall } from './raw-http.ts';
import { convert, memberOf, SVG, slowZip, visitorOf } from './visitor.ts';

const base = inject('attackedUrl');
const CONNECTIONS = 300;
const { host, hostname, port } = new URL(base);

/** What clients send before they fall silent. */
const BEGINNINGS: Readonly<Record<string, (index: number) => string>> = {
  'nothing at all': () => '',
  'half of a header': () => `GET / HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `,
  'half of a JSON body': (index) =>
    `POST /api/account/sign-in HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${base}\r\nX-Forwarded-For: 13.0.0.${index % 250}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"email":`,
  'half of a chunk': (index) =>
    `POST /api/contact HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${base}\r\nX-Forwarded-For: 13.0.1.${index % 250}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{"`,
  'half of a form': (index) =>
    `POST /api/v1/upload HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${base}\r\nX-Forwarded-For: 13.0.2.${index % 250}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000\r\n\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.svg"\r\n\r\n<svg`,
  'many pipelined requests, reading no answer': () => requestText(base, 'GET /').replace('close', 'keep-alive').repeat(200),
};

describe('a few hundred requests of one address that are held', () => {
  it.each([
    ['for an event stream', (id: string) => `v1/jobs/${id}/events`],
    ['until a job ends', (id: string) => `v1/jobs/${id}?wait=60`],
  ])('%s are limited', async (_, pathOf) => {
    const visitor = visitorOf(base);
    const { job_id: id = '' } = (await convert(visitor, slowZip(randomUUID()), 'slow.zip', '7z')) ?? {};
    const stop = new AbortController();
    let refused = 0;
    const ask = async (): Promise<void> => {
      const answer = await visitor.send(pathOf(id), { signal: stop.signal }).catch(() => undefined);
      if (answer?.status === 429) refused += 1;
    };
    const answers = Array.from({ length: CONNECTIONS }, ask);
    // The limit of open jobs and a few more are held; the others are answered at once.
    await expect.poll(() => refused).toBeGreaterThan(CONNECTIONS / 2);
    expect(await isAnswering(base)).toBe(true);
    stop.abort();
    await visitor.send(`v1/jobs/${id}`, { method: 'DELETE' });
    await Promise.all(answers);
  });
});

describe('a few hundred clients that send', () => {
  it.each(Object.entries(BEGINNINGS))('%s do not keep others waiting', async (_, beginning) => {
    const clients = await stall(base, CONNECTIONS, beginning);
    expect(await isAnswering(base)).toBe(true);
    const visitor = await memberOf(base);
    expect((await convert(visitor, SVG, 'a.svg', 'png'))?.job_id).toBeTypeOf('string');
    clients.close();
  });

  it('half of a header are disconnected by the server', async () => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    socket.resume();
    await expect(once(socket, 'end')).resolves.toEqual([]);
    socket.destroy();
  });
});
