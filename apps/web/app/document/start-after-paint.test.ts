import vm from 'node:vm';
import { describe, expect, it } from 'vitest';
import { startAfterPaint } from './start-after-paint.server.ts';

const PAGE = [
  '<head><link rel="modulepreload" href="/assets/manifest.js"/><link rel="modulepreload" href="/assets/home.js"/></head>',
  '<body><script type="module" async="">import "/assets/manifest.js";\nimport * as route0 from "/assets/root.js";\n',
  'window.routes = {"root":route0};\nimport("/assets/entry.js");</script></body>',
].join('');

describe('a page that is drawn before it comes to life', () => {
  it('asks for no script until it was drawn', () => {
    const { asked, frames } = run(startAfterPaint(PAGE), false);
    expect(asked).toEqual([]);
    expect(frames).toHaveLength(1);
  });

  it('then loads all of them side by side and runs them in the order of the router', async () => {
    const { asked, frames, preloaded, timers } = run(startAfterPaint(PAGE), false);
    for (const drawn of frames) drawn();
    for (const due of timers) await due();
    expect(preloaded).toEqual(['/assets/manifest.js', '/assets/home.js']);
    expect(asked).toEqual(['/assets/manifest.js', '/assets/root.js', '/assets/entry.js']);
  });

  it('does not wait for a drawing that never comes', () => {
    const { frames, preloaded } = run(startAfterPaint(PAGE), true);
    expect(frames).toEqual([]);
    expect(preloaded).toHaveLength(2);
  });

  it('leaves a page as it is whose start it does not know', () => {
    const other = PAGE.replace('async=""', 'defer=""');
    expect(startAfterPaint(other)).toBe(other);
  });
});

/** Runs the page's own script. `import` is asked of a stand-in: nothing is loaded. */
function run(html: string, hidden: boolean) {
  expect(html).not.toContain('rel="modulepreload"');
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? [];
  const asked: string[] = [];
  const preloaded: string[] = [];
  const frames: (() => void)[] = [];
  const timers: (() => Promise<void>)[] = [];
  const window = {
    window: {},
    load: (path: string) => Promise.resolve(asked.push(path)),
    requestAnimationFrame: (drawn: () => void) => frames.push(drawn),
    setTimeout: (due: () => Promise<void>) => timers.push(due),
    document: { hidden, createElement: () => ({}), head: { append: ({ href }: { href: string }) => preloaded.push(href) } },
  };
  vm.runInNewContext(script.replaceAll('import(', 'load('), window);
  return { asked, preloaded, frames, timers };
}
