import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { inlineScriptHashes, REACT_ARIA_STYLES, securityHeaders } from './security-headers.ts';

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
const policyOf = (headers: Readonly<Record<string, string>>) =>
  new Map(
    (headers['Content-Security-Policy'] ?? '')
      .split('; ')
      .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]),
  );

describe('inlineScriptHashes', () => {
  it('hashes what runs: not files, not data', () => {
    const html =
      '<script>let a=1</script><script type="module">import "/x.js"</script><script src="/y.js"></script>' +
      '<script type="application/ld+json">{"a":1}</script><script>let a=1</script>';
    expect(inlineScriptHashes(html)).toEqual([hashOf('let a=1'), hashOf('import "/x.js"')]);
  });
});

describe('securityHeaders', () => {
  it('lets nothing go to, or come from, another origin', () => {
    const policy = policyOf(securityHeaders());
    const sources = [...policy.values()].flat();
    expect(policy.get('default-src')).toEqual(["'none'"]);
    expect(policy.get('connect-src')).toEqual(["'self'"]);
    expect(sources.filter((source) => !/^('self'|'none'|'wasm-unsafe-eval'|'sha256-.+'|blob:|data:)$/.test(source))).toEqual([]);
    expect(policy.get('script-src')).not.toContain("'unsafe-inline'");
    expect(policy.get('style-src')).not.toContain("'unsafe-inline'");
  });

  it('lets one worker fetch from elsewhere, and gives it nothing else', () => {
    const policy = policyOf(securityHeaders({ path: '/assets/link-worker-Ab_3-x.js' }));
    expect(Object.fromEntries(policy)).toEqual({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'connect-src': ['https:'],
    });
  });

  it.each(['/', '/converter', '/assets/worker-Ab.js', '/assets/link-worker-Ab.js/x', '/x/assets/link-worker-Ab.js'])(
    'lets nothing out of %s',
    (path) => {
      expect(policyOf(securityHeaders({ path })).get('connect-src')).toEqual(["'self'"]);
    },
  );

  it('puts no policy before the parts of a page', () => {
    expect(Object.keys(securityHeaders({ isPart: true }))).toEqual(['Cross-Origin-Resource-Policy', 'X-Content-Type-Options']);
  });

  it('allows the scripts of a page by hash', () => {
    expect(policyOf(securityHeaders({ scriptHashes: ['sha256-abc'] })).get('script-src')).toContain("'sha256-abc'");
  });

  it('isolates every page, so that engines may use threads', () => {
    expect(securityHeaders()).toMatchObject({
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    });
  });

  it('is looser only for hot reload', () => {
    const policy = policyOf(securityHeaders({ hotReload: true }));
    expect(policy.get('style-src')).toContain("'unsafe-inline'");
    expect(policy.get('connect-src')).toContain('ws:');
  });
});

it('allows the styles that the installed React Aria puts into a page, and no others', () => {
  const package_ = path.dirname(createRequire(import.meta.url).resolve('react-aria/package.json'));
  const texts = ['interactions/usePress.mjs', 'overlays/usePreventScroll.mjs'].map((file) => {
    const source = readFileSync(path.join(package_, 'dist/private', file), 'utf8');
    const attribute = /PRESSABLE_ATTRIBUTE = '([^']+)'/.exec(source)?.[1] ?? '';
    const text = /style\.textContent = `([^`]+)`\.trim\(\)/.exec(source)?.[1] ?? '';
    return text.trim().replace(/\$\{[^}]+\}/, attribute);
  });
  expect(texts.map(hashOf)).toEqual(REACT_ARIA_STYLES);
});
