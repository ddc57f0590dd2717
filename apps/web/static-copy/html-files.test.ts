import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { missingPageFile, redirectFile, withPolicy } from './html-files.ts';

it('allows exactly the scripts of the page, before anything else in it', () => {
  const page = '<html><head><meta charSet="utf-8"/><script>a()</script></head><body><script src="/x.js"></script></body></html>';
  const hash = createHash('sha256').update('a()').digest('base64');
  const policy = /<meta charSet="utf-8"\/><meta http-equiv="Content-Security-Policy" content="([^"]+)"\/>/.exec(
    withPolicy(page),
  )?.[1];
  expect(policy).toContain(`script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}';`);
  expect(policy).toContain("default-src 'none'");
  // Browsers warn about it inside a page.
  expect(policy).not.toContain('frame-ancestors');
});

it('refuses a page without a place for the policy', () => {
  expect(() => withPolicy('<html></html>')).toThrow('no character set');
});

it('says in both languages that there is no page', () => {
  const page = missingPageFile({ brand: 'A & B', styles: ['/assets/app-1.css'] });
  expect(page).toContain('A &amp; B');
  expect(
    [...page.matchAll(/<main id="(\w+)" lang="\w+"( hidden)?/g)].map(([, id, hidden]) => [id, hidden !== undefined]),
  ).toEqual([
    ['en', false],
    ['ko', true],
  ]);
  expect(page).toContain('href="/ko/converter"');
  expect(page).toContain('http-equiv="Content-Security-Policy"');
});

it('escapes the target of a redirect', () => {
  expect(redirectFile('/a"b')).toContain('content="0;url=/a&quot;b"');
});
