import { expect, it } from 'vitest';
import { reachable, reachableFrom } from './asset-graph.ts';

const chunk = (
  imports: string[] = [],
  dynamicImports: string[] = [],
  extra: { module?: string; css?: string[]; entry?: boolean } = {},
) => ({
  imports,
  dynamicImports,
  css: extra.css ?? [],
  entry: extra.entry ?? false,
  ...(extra.module && { module: extra.module }),
});

it('follows static and dynamic imports from the entries, with their styles, and stops at skipped modules', () => {
  const graph = new Map([
    ['entry.js', chunk(['react.js'], ['panel.js'], { entry: true, css: ['app.css'] })],
    ['react.js', chunk()],
    ['panel.js', chunk(['react.js'], [], { css: ['panel.css'] })],
    ['worker.js', chunk([], ['codecs.js', 'magick.js'], { entry: true })],
    ['codecs.js', chunk([], [], { module: '/engines/browser-codecs/engine.ts' })],
    ['magick.js', chunk(['magick-glue.js'], [], { module: '/engines/magick/engine.ts' })],
    ['magick-glue.js', chunk()],
    ['orphan.js', chunk()],
  ]);
  const found = reachable(graph, (module) => module.includes('/magick/'));
  expect([...found].sort()).toEqual(['app.css', 'codecs.js', 'entry.js', 'panel.css', 'panel.js', 'react.js', 'worker.js']);
});

it('terminates on cycles', () => {
  const graph = new Map([
    ['a.js', chunk(['b.js'], [], { entry: true })],
    ['b.js', chunk([], ['a.js'])],
  ]);
  expect([...reachable(graph, () => false)]).toEqual(['a.js', 'b.js']);
});

it('finds the files of an engine, and not those of another one', () => {
  const graph = new Map([
    ['worker.js', chunk([], ['a.js', 'b.js'], { entry: true })],
    ['a.js', chunk(['shared.js'], ['later.js', 'b.js'], { module: '/engines/a/engine.ts' })],
    ['b.js', chunk(['shared.js', 'b-glue.js'], [], { module: '/engines/b/engine.ts' })],
    ['shared.js', chunk()],
    ['later.js', chunk()],
    ['b-glue.js', chunk()],
  ]);
  const isEngine = (module: string) => module.includes('/engines/');
  const found = reachableFrom(graph, (module) => module.includes('/engines/a/'), isEngine);
  expect([...found].sort()).toEqual(['a.js', 'later.js', 'shared.js']);
});
