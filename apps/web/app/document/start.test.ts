import { expect, it } from 'vitest';
import { holdScripts } from './start.ts';

it('holds back the scripts of React Router, and nothing else', () => {
  const html =
    '<link rel="modulepreload" href="/a.js"/><link rel="preload" href="/b.woff2"/><script>let a</script>' +
    '<script type="module" async="">import "/a.js"</script><script type="application/ld+json">{}</script>';
  expect(holdScripts(html)).toBe(
    '<link rel="held-module" href="/a.js"/><link rel="preload" href="/b.woff2"/><script>let a</script>' +
      '<script type="held-module" async="">import "/a.js"</script><script type="application/ld+json">{}</script>',
  );
});
