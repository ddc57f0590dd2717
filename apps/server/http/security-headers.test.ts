import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { REACT_ARIA_STYLES } from '@bakkum/site/security-policy';
import { describe, expect, it } from 'vitest';
import { inlineScriptHashes, securityHeaders } from './security-headers.ts';

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
const policyOf = (headers: Readonly<Record<string, string>>) =>
  new Map(
    (headers['Content-Security-Policy'] ?? '')
      .split('; ')
      .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]),
  );

describe('inlineScriptHashes', () => {
  it('hashes executed inline scripts, not files or data blocks', () => {
    const html =
      '<script>let a=1</script><script type="module">import "/x.js"</script><script src="/y.js"></script>' +
      '<script type="application/ld+json">{"a":1}</script><script>let a=1</script>';
    expect(inlineScriptHashes(html)).toEqual([hashOf('let a=1'), hashOf('import "/x.js"')]);
  });
});

describe('securityHeaders', () => {
  it('forbids loading from and sending to other origins', () => {
    const policy = policyOf(securityHeaders());
    const sources = [...policy.values()].flat();
    expect(policy.get('default-src')).toEqual(["'none'"]);
    expect(policy.get('connect-src')).toEqual(["'self'"]);
    expect(sources.filter((source) => !/^('self'|'none'|'wasm-unsafe-eval'|'sha256-.+'|blob:|data:)$/.test(source))).toEqual([]);
    expect(policy.get('script-src')).not.toContain("'unsafe-inline'");
    expect(policy.get('style-src')).not.toContain("'unsafe-inline'");
  });

  it('lets only the link worker fetch from other origins', () => {
    const policy = policyOf(securityHeaders({ path: '/assets/link-worker-Ab_3-x.js' }));
    expect(Object.fromEntries(policy)).toEqual({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'connect-src': ['https:'],
    });
  });

  it.each(['/', '/converter', '/assets/worker-Ab.js', '/assets/link-worker-Ab.js/x', '/x/assets/link-worker-Ab.js'])(
    'forbids other origins on %s',
    (path) => {
      expect(policyOf(securityHeaders({ path })).get('connect-src')).toEqual(["'self'"]);
    },
  );

  it('omits the policy on scripts and styles', () => {
    expect(securityHeaders({ isPart: true })).toEqual({
      'Content-Security-Policy': 'sandbox',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    });
  });

  it('allows inline scripts by hash', () => {
    expect(policyOf(securityHeaders({ scriptHashes: ['sha256-abc'] })).get('script-src')).toContain("'sha256-abc'");
  });

  it('isolates every page for engine threads', () => {
    expect(securityHeaders()).toMatchObject({
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    });
  });

  it('relaxes the policy only for hot reload', () => {
    const policy = policyOf(securityHeaders({ hotReload: true }));
    expect(policy.get('style-src')).toContain("'unsafe-inline'");
    expect(policy.get('connect-src')).toContain('ws:');
  });
});

it('allows exactly the styles of the installed React Aria', () => {
  const package_ = path.dirname(createRequire(import.meta.url).resolve('react-aria/package.json'));
  const texts = ['interactions/usePress.mjs', 'overlays/usePreventScroll.mjs'].map((file) => {
    const source = readFileSync(path.join(package_, 'dist/private', file), 'utf8');
    const attribute = /PRESSABLE_ATTRIBUTE = '([^']+)'/.exec(source)?.[1] ?? '';
    const text = /style\.textContent = `([^`]+)`\.trim\(\)/.exec(source)?.[1] ?? '';
    return text.trim().replace(/\$\{[^}]+\}/, attribute);
  });
  expect(texts.map(hashOf)).toEqual(REACT_ARIA_STYLES);
});
