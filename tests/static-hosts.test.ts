/** Compares the recipes for hosts of a static copy with the headers of the website. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { contentSecurityPolicy, FRAME_POLICY, LINK_WORKER_POLICY, PAGE_HEADERS } from '@bakkum/site/security-policy';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hostFiles } from '../apps/web/static-copy/host-files.ts';
import { freePort } from './built-site.ts';
import { hasProgram } from './native.ts';

const RECIPES = path.resolve(import.meta.dirname, '../deploy/static');
const POLICIES = [contentSecurityPolicy(), LINK_WORKER_POLICY, FRAME_POLICY];

it.each([
  ['nginx.conf', readFileSync(path.join(RECIPES, 'nginx.conf'), 'utf8')],
  ['Caddyfile', readFileSync(path.join(RECIPES, 'Caddyfile'), 'utf8')],
  ['_headers', hostFiles().get('_headers') ?? ''],
])('%s sends the headers of the website', (_, recipe) => {
  const lines = recipe.replaceAll('"', '');
  for (const [name, value] of Object.entries(PAGE_HEADERS)) expect(lines).toMatch(new RegExp(`${name}:? ${escaped(value)}`));
  for (const policy of POLICIES) expect(lines).toContain(policy);
});

function escaped(text: string): string {
  return text.replaceAll(/[()]/g, String.raw`\$&`);
}

/** Programs that serve a folder as their recipe says, with the settings of this test in place of the container's. */
const SERVERS = {
  nginx: (folder: string, files: string, port: number) => {
    const recipe = readFileSync(path.join(RECIPES, 'nginx.conf'), 'utf8')
      .replace('listen 8080;', `listen 127.0.0.1:${port};`)
      .replace(/ {2}listen \[::\]:8080;\n/, '')
      .replaceAll('/usr/share/nginx/html', files);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`);
    writeFileSync(
      path.join(folder, 'nginx.conf'),
      `user root; daemon off; pid ${folder}/pid; error_log stderr;\nevents {}\nhttp { access_log off; ${temporary.join(' ')}\ntypes { text/html html; text/javascript js; }\ndefault_type application/octet-stream;\n${recipe}\n}\n`,
    );
    return ['-c', path.join(folder, 'nginx.conf'), '-p', folder, '-e', 'stderr'];
  },
  caddy: (folder: string, files: string, port: number) => {
    const recipe = readFileSync(path.join(RECIPES, 'Caddyfile'), 'utf8')
      .replace(':8080 {', `http://127.0.0.1:${port} {`)
      .replace('root * /srv', `root * ${files}`);
    writeFileSync(path.join(folder, 'Caddyfile'), `{\n\tadmin off\n}\n${recipe}`);
    return ['run', '--config', path.join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
  },
};

describe.each(['nginx', 'caddy'] as const)('%s', (name) => {
  let folder: string;
  let stop: () => void = () => undefined;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'bakkum-host-'));
  });
  afterEach(() => {
    stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it.skipIf(!hasProgram(name))('serves pages, assets, workers and unknown addresses as its recipe says', async () => {
    const files = path.join(folder, 'files');
    for (const [pathname, content] of FILES) {
      mkdirSync(path.dirname(path.join(files, pathname)), { recursive: true });
      writeFileSync(path.join(files, pathname), content);
    }
    const port = await freePort();
    const program = spawn(name, SERVERS[name](folder, files, port), { stdio: 'ignore' });
    stop = () => program.kill('SIGKILL');
    const get = (pathname: string) => fetch(`http://127.0.0.1:${port}${pathname}`, { redirect: 'manual' });
    await expect
      .poll(() =>
        get('/').then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);

    const page = await get('/converter');
    expect([page.status, await page.text()]).toEqual([200, 'converter']);
    expect(Object.fromEntries(Object.keys(PAGE_HEADERS).map((header) => [header, page.headers.get(header)]))).toEqual(
      PAGE_HEADERS,
    );
    expect(page.headers.get('Content-Security-Policy')).toBe(FRAME_POLICY);
    expect(page.headers.get('Cache-Control')).toBe('no-cache');

    const worker = await get('/assets/worker-1.js');
    expect(worker.headers.get('Content-Security-Policy')).toBe(contentSecurityPolicy());
    expect(worker.headers.get('Cache-Control')).toContain('immutable');
    expect((await get('/assets/link-worker-1.js')).headers.get('Content-Security-Policy')).toBe(LINK_WORKER_POLICY);
    expect((await get('/converter.data')).status).toBe(200);

    const missing = await get('/none');
    expect([missing.status, await missing.text()]).toEqual([404, 'missing']);
    expect(missing.headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
  });
});

const FILES: readonly (readonly [pathname: string, content: string])[] = [
  ['index.html', 'home'],
  ['converter/index.html', 'converter'],
  ['converter.data', 'data'],
  ['404.html', 'missing'],
  ['assets/worker-1.js', 'worker'],
  ['assets/link-worker-1.js', 'link worker'],
];
