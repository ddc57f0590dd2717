/** A website that links to documents and images, and records requests for them. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';

const FIXTURES = path.resolve(import.meta.dirname, '../../fixtures');

/** Links of one size, one below the other, from the upper left corner. */
const INDEX = `<!doctype html><title>Site</title><style>body{margin:0}a,img{display:block;width:200px;height:50px}</style>
<a id="document" href="/documents/hwp.hwp">report.hwp</a>
<img id="image" src="/images/webp.webp" alt="photo">
<a id="signed-in" href="/signed-in.hwp">for members</a>`;

/** Tries every way in which a page could make an extension act. */
const HOSTILE = (page: string): string => `<!doctype html><title>Hostile</title>
<a id="link" href="/documents/hwp.hwp">report.hwp</a><iframe src="${page}#x"></iframe><img src="${page}">
<script>
  const tell = (what) => fetch('/told', { method: 'POST', body: what });
  addEventListener('load', async () => {
    try { window.open('${page}#' + location.origin + '/documents/hwp.hwp'); } catch { tell('not opened'); }
    await fetch('${page}').then(() => tell('read'), () => tell('not read'));
    for (const target of document.querySelectorAll('a'))
      for (const type of ['contextmenu', 'auxclick']) target.dispatchEvent(new MouseEvent(type, { bubbles: true, button: 2 }));
    const api = globalThis.chrome?.runtime ?? globalThis.browser?.runtime;
    tell(api?.sendMessage ? 'can send' : 'cannot send');
    dispatchEvent(new MessageEvent('message', { data: { kind: 'document', address: location.origin + '/documents/hwp.hwp' } }));
    await tell('end');
  });
</script>`;

export type LinkingSite = {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** Paths that were requested, except the pages themselves. */
  readonly requested: string[];
  /** Reports of the hostile page. */
  readonly told: string[];
  close(): Promise<void>;
};

/** @param extensionPage address of the extension's page, which the hostile page attacks */
export async function serveLinkingSite(extensionPage: () => string): Promise<LinkingSite> {
  const requested: string[] = [];
  const told: string[] = [];
  const server = createServer((request, response) => {
    const { url = '/', headers } = request;
    if (url === '/' || url === '/hostile') {
      const cookie = url === '/' ? { 'Set-Cookie': 'session=member; HttpOnly' } : {};
      response.writeHead(200, { 'Content-Type': 'text/html', ...cookie }).end(url === '/' ? INDEX : HOSTILE(extensionPage()));
      return;
    }
    if (url === '/told') {
      request.setEncoding('utf8').on('data', (text: string) => told.push(text));
      response.end();
      return;
    }
    if (url !== '/favicon.ico') requested.push(url);
    if (url === '/signed-in.hwp') {
      const isMember = headers.cookie?.includes('session=member') ?? false;
      if (isMember) response.end(readFileSync(path.join(FIXTURES, 'documents/hwp.hwp')));
      else response.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>Sign in</title><p>Sign in</p>');
      return;
    }
    if (url === '/endless.hwp') {
      response.write('begin');
      return;
    }
    if (/^\/(documents|images)\/\w+\.\w+$/.test(url)) response.end(readFileSync(path.join(FIXTURES, url)));
    else response.writeHead(url === '/forbidden.hwp' ? 403 : 404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('a TCP server has a port');
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    requested,
    told,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
