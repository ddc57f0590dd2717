/** Addresses by which strangers make the server ask places that only it can reach. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../built-site.ts';
import { type Attacked, BUSY_EMAILS, startAttacked } from './server.ts';
import { fileForm, type Member, memberOf, post, SVG } from './visitor.ts';

const NAME = 'rebound.example';
let server: Attacked;
let member: Member;
let port: number;
/** Requests that reached a place that no request may reach. */
const reached: string[] = [];
const closing: (() => void)[] = [];

async function listen(host: string, at: number, listener: RequestListener): Promise<Server> {
  const made = createServer(listener).listen(at, host);
  await once(made, 'listening');
  closing.push(() => made.close());
  return made;
}

/** A name server that answers with these addresses, one set for each question, the last one from then on. */
async function startNameServer(answers: string[][]): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  socket.on('message', (question, { port: asker }) => {
    const end = question.indexOf(0, 12) + 5;
    const isIpv4 = question.readUInt16BE(end - 4) === 1;
    const addresses = isIpv4 ? ((answers.length > 1 ? answers.shift() : answers[0]) ?? []) : [];
    const records = addresses.map((address) =>
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
    );
    const header = Buffer.from([...question.subarray(0, 2), 0x81, 0x80, 0, 1, 0, records.length, 0, 0, 0, 0]);
    socket.send(Buffer.concat([header, question.subarray(12, end), ...records]), asker, '127.0.0.1');
  });
  closing.push(() => socket.close());
  return socket.address().port;
}

const answers: string[][] = [];

beforeAll(async () => {
  port = await freePort();
  const preload = pathToFileURL(path.join(import.meta.dirname, 'own-name-server.mjs')).href;
  // The only server that files may be fetched from. It redirects to any requested URL, like a hostile server.
  await listen('127.0.0.1', port, (request, response) => {
    const target = new URL(request.url ?? '/', 'http://x').searchParams.get('to');
    if (target) response.writeHead(302, { Location: encodeURI(target.replaceAll(/\s/g, '')) }).end();
    else response.end(SVG);
  });
  await listen('127.0.0.2', port, (request, response) => {
    reached.push(request.url ?? '');
    response.end(SVG);
  });
  server = await startAttacked({
    OUTBOUND_ALLOW: `127.0.0.1:${port}`,
    NODE_OPTIONS: `--import=${preload}`,
    ATTACK_NAME_SERVER: `127.0.0.1:${await startNameServer(answers)}`,
  });
  member = await memberOf(server.baseUrl, BUSY_EMAILS.addresses);
});
afterAll(async () => {
  for (const close of closing) close();
  await server.close();
});

async function codeFor(url: string): Promise<string> {
  const answer = await member.send('v1/uploads', post({ url }));
  const text = await answer.text();
  return answer.status < 300 ? 'fetched' : String(JSON.parse(text).error.code);
}

/** Ways to write an address of this machine, or of a network that only it can reach. */
const HOSTS = [
  '127.0.0.2',
  '127.2',
  '2130706434',
  '0x7f000002',
  '0x7f.0.0.2',
  '017700000002',
  '0177.0.0.02',
  '127.0.0.2.',
  '１２７.０.０.２',
  '[::ffff:127.0.0.2]',
  '[::ffff:7f00:2]',
  '[::127.0.0.2]',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:ffff:7f00:0002]',
  '[64:ff9b::7f00:2]',
  '[2002:7f00:2::]',
  '[fe80::1]',
  '[fd00::1]',
  '[::ffff:a9fe:a9fe]',
  '0',
  '0.0.0.0',
  'localhost',
  'LOCALHOST',
  'a.localhost',
  'localhost.',
  '169.254.169.254',
  '168.63.129.16',
  '100.100.100.200',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '100.64.0.1',
  '192.0.0.192',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '[fd00:ec2::254]',
];
const URLS = [
  ...HOSTS.flatMap((host) =>
    [`http://${host}/`, `https://${host}/`, 'PORT', `http://${host}:8080/`].map((url) =>
      url.replace('PORT', `http://${host}:PORT/`),
    ),
  ),
  'file:///etc/passwd',
  'gopher://127.0.0.2/',
  'ftp://127.0.0.2/',
  'data:text/plain,x',
  'blob:http://127.0.0.2/x',
  'http:127.0.0.2',
  'http:///127.0.0.2/',
  'http://127.0.0.1:PORT@127.0.0.2:PORT/',
  'http://user:word@127.0.0.2/',
  'http://127.0.0.2\\@127.0.0.1:PORT/',
  'http://127.0.0.1:PORT#@127.0.0.2/x\r\nHost: x',
  '//127.0.0.2/',
  '/etc/passwd',
  '',
];

/** Addresses of the allowed place itself, or relative to it. */
const LEADS_BACK = /localhost\.?:\d|127\.0\.0\.1:\d+#|^http:127|^\/(?!\/)|^$/i;

describe('the server', () => {
  it('fetches from the allowed place', async () => {
    expect(await codeFor(`http://127.0.0.1:${port}/a.svg`)).toBe('fetched');
  });

  it('requests no private address in any notation, directly or after a redirect', async () => {
    const urls = URLS.map((url) => url.replaceAll('PORT', String(port)));
    for (const url of urls) {
      const codes = [await codeFor(url), await codeFor(`http://127.0.0.1:${port}/?to=${encodeURIComponent(url)}`)];
      if (!LEADS_BACK.test(url)) expect([url, codes]).toEqual([url, codes.filter((code) => code !== 'fetched')]);
    }
    expect(reached).toEqual([]);
  });

  it('connects to the address it checked, even if the name changes', async () => {
    answers.splice(0, answers.length, ['127.0.0.1'], ['127.0.0.2']);
    expect(await codeFor(`http://${NAME}:${port}/`)).toBe('fetched');
    expect(await codeFor(`http://${NAME}:${port}/`)).toBe('INVALID_URL');
    answers.splice(0, answers.length, ['127.0.0.1', '127.0.0.2']);
    expect(await codeFor(`http://${NAME}:${port}/`)).toBe('INVALID_URL');
    expect(reached).toEqual([]);
  });

  it('sends no webhook to a private place', async () => {
    for (const host of ['127.0.0.2', '[::ffff:127.0.0.2]', '2130706434', 'localhost']) {
      const fields = { target_format: 'png', webhook_url: `http://${host}:${port}/hook` };
      await member.send('v1/upload', post(fileForm(SVG, 'a.svg', fields)));
    }
    await expect
      .poll(async () => {
        const { deliveries } = await (await member.send('v1/webhooks/deliveries')).json();
        return deliveries.filter(({ attempts }: { attempts: unknown[] }) => attempts.length > 0).length;
      })
      .toBe(4);
    expect(reached).toEqual([]);
  });
});
