import { describe, expect, test } from 'vitest';
import type { EngineManifest } from './engine.ts';
import { AXES, FIDELITIES, levelOf, lossBits, lossRank, maskOf } from './fidelity.ts';
import { createPlanner, MAX_STEPS, routeOf } from './planner.ts';

const manifest = (
  id: string,
  conversions: EngineManifest['conversions'],
  requires: EngineManifest['requires'] = [],
): EngineManifest => ({
  id,
  tier: 'core',
  license: 'Apache-2.0',
  downloadBytes: 0,
  requires,
  memory: { baseBytes: 0, perInputByte: 1 },
  assets: {},
  conversions,
});

const decode = manifest('decode', [{ from: ['a', 'b'], to: ['pixels'], fidelity: 'lossless', cost: 1 }]);
const encode = manifest('encode', [
  {
    from: ['pixels'],
    to: ['c'],
    fidelity: 'lossy',
    cost: 2,
    options: { quality: { kind: 'choice', values: ['x', 'y'], default: 'x' } },
  },
  { from: ['pixels'], to: ['d'], fidelity: 'lossless', cost: 1, combines: true },
]);
const interchange = new Set(['pixels']);
const plannerOf = (...manifests: EngineManifest[]) => createPlanner({ manifests, host: new Set(), interchange });
const routes = (planner: ReturnType<typeof plannerOf>, from: string, to: string) => {
  const answer = planner.plan(from, to);
  return answer.ok ? answer.plans.map(routeOf) : answer.refusal;
};

describe('a plan', () => {
  test('joins engines over an interchange format and is as faithful as its worst step', () => {
    const answer = plannerOf(decode, encode).plan('a', 'c');
    expect(answer).toMatchObject({
      ok: true,
      plans: [{ fidelity: 'lossy', cost: 3, steps: [{ engine: 'decode' }, { engine: 'encode' }] }],
    });
  });

  test('prefers fidelity over cost, and cost over length', () => {
    const cheapPicture = manifest('shot', [{ from: ['a'], to: ['d'], fidelity: 'picture', cost: 1 }]);
    const dear = manifest('dear', [{ from: ['a'], to: ['d'], fidelity: 'lossless', cost: 50 }]);
    expect(routes(plannerOf(cheapPicture, dear, decode, encode), 'a', 'd')).toEqual([
      'a -[decode]-> pixels -[encode]-> d',
      'a -[dear]-> d',
      'a -[shot]-> d',
    ]);
  });

  test('does not join a step that stands alone with others', () => {
    const parts = manifest('parts', [{ from: ['a'], to: ['c'], fidelity: 'lossless', cost: 1, standalone: true }]);
    const before = manifest('before', [{ from: ['z'], to: ['a'], fidelity: 'lossless', cost: 1 }]);
    const after = manifest('after', [{ from: ['c'], to: ['e'], fidelity: 'lossless', cost: 1 }]);
    const planner = plannerOf(parts, before, after);
    expect(routes(planner, 'a', 'c')).toEqual(['a -[parts]-> c']);
    expect(routes(planner, 'z', 'c')).toEqual({ reason: 'not-connected' });
    expect(routes(planner, 'a', 'e')).toEqual({ reason: 'not-connected' });
    expect([...planner.targetsOf('z').keys()]).toEqual(['a']);
    expect([...planner.targetsOf('a').keys()]).toEqual(['c']);
  });

  test('does not depend on the order of the engines', () => {
    expect(routes(plannerOf(encode, decode), 'b', 'c')).toEqual(routes(plannerOf(decode, encode), 'b', 'c'));
  });

  test('may return to the same format, but never twice through another', () => {
    const again = manifest('again', [{ from: ['pixels'], to: ['a'], fidelity: 'lossy', cost: 1 }]);
    expect(routes(plannerOf(decode, again), 'a', 'a')).toEqual(['a -[decode]-> pixels -[again]-> a']);
  });

  test('keeps every decoder and every encoder among the candidates', () => {
    const decoders = [1, 2, 3].map((cost) =>
      manifest(`decode-${cost}`, [{ from: ['a'], to: ['pixels'], fidelity: 'lossless', cost: cost * 10 }]),
    );
    const encoders = [1, 2, 3, 4].map((cost) =>
      manifest(`encode-${cost}`, [{ from: ['pixels'], to: ['c'], fidelity: 'lossy', cost }]),
    );
    expect(routes(plannerOf(...decoders, ...encoders), 'a', 'c')).toEqual([
      'a -[decode-1]-> pixels -[encode-1]-> c',
      'a -[decode-1]-> pixels -[encode-2]-> c',
      'a -[decode-1]-> pixels -[encode-3]-> c',
      'a -[decode-1]-> pixels -[encode-4]-> c',
      'a -[decode-2]-> pixels -[encode-1]-> c',
      'a -[decode-3]-> pixels -[encode-1]-> c',
    ]);
  });

  test('never reads a file that it wrote from an interchange format', () => {
    const film = manifest('film', [{ from: ['c'], to: ['e'], fidelity: 'lossy', cost: 1 }]);
    const planner = plannerOf(decode, encode, film);
    expect(routes(planner, 'a', 'e')).toEqual({ reason: 'not-connected' });
    expect(planner.targetsOf('a').has('e')).toBe(false);
    expect(routes(planner, 'c', 'e')).toEqual(['c -[film]-> e']);
  });

  test('has at most three steps', () => {
    const chain = ['p', 'q', 'r', 's', 't']
      .slice(1)
      .map((to, index) =>
        manifest(`to-${to}`, [{ from: [['p', 'q', 'r', 's'][index] ?? ''], to: [to], fidelity: 'lossless', cost: 1 }]),
      );
    expect(MAX_STEPS).toBe(3);
    expect(plannerOf(...chain).plan('p', 's').ok).toBe(true);
    expect(routes(plannerOf(...chain), 'p', 't')).toEqual({ reason: 'not-connected' });
  });
});

describe('options', () => {
  const options = { trim: { kind: 'boolean', default: false } } as const;
  const media = manifest('media', [{ from: ['a', 'm', 'n'], to: ['a', 'm', 'n'], fidelity: 'lossy', cost: 1, options }]);

  test('are applied once: no route leads through a file that they were already applied to', () => {
    const slow = manifest('slow', [{ from: ['a'], to: ['n'], fidelity: 'lossy', cost: 9, options }]);
    expect(routes(plannerOf(media, slow), 'a', 'n')).toEqual(['a -[media]-> n', 'a -[slow]-> n']);
    const last = manifest('last', [{ from: ['n'], to: ['z'], fidelity: 'lossy', cost: 1 }]);
    expect(routes(plannerOf(media, last), 'a', 'z')).toEqual(['a -[media]-> n -[last]-> z']);
  });

  test('of the file that is written belong to the last step', () => {
    const pages = { searchable: { kind: 'boolean', default: false, last: true }, ...options } as const;
    const writer = manifest('writer', [{ from: ['a'], to: ['n'], fidelity: 'lossy', cost: 1, options: pages }]);
    const reader = manifest('reader', [
      { from: ['n'], to: ['z'], fidelity: 'lossy', cost: 1, options: { searchable: { kind: 'boolean', default: true } } },
    ]);
    const planner = plannerOf(writer, reader);
    const names = (to: string): readonly string[] => {
      const answer = planner.plan('a', to);
      return answer.ok
        ? Object.entries(planner.optionsOf(answer.plans[0])).map(([name, field]) => `${name}=${String(field.default)}`)
        : [];
    };
    expect(names('n')).toEqual(['searchable=false', 'trim=false']);
    expect(names('z')).toEqual(['searchable=true', 'trim=false']);
  });

  test('are offered with the values this host can produce', () => {
    const codec = { kind: 'choice', values: ['auto', 'usual', 'rare'], default: 'auto', needs: { rare: 'encode-av1' } } as const;
    const film = manifest('film', [{ from: ['a'], to: ['b'], fidelity: 'lossy', cost: 1, options: { codec } }]);
    const offered = (host: ReadonlySet<'encode-av1'>) => {
      const planner = createPlanner({ manifests: [film], host, interchange });
      const answer = planner.plan('a', 'b');
      return answer.ok ? planner.optionsOf(answer.plans[0])['codec'] : undefined;
    };
    expect(offered(new Set(['encode-av1']))).toMatchObject({ values: ['auto', 'usual', 'rare'] });
    expect(offered(new Set())).toMatchObject({ values: ['auto', 'usual'] });
  });

  test('make an engine convert a format into itself where it declares so', () => {
    const again = manifest('again', [{ from: ['a'], to: ['a'], fidelity: 'lossy', cost: 1, options, sameFormat: true }]);
    expect(routes(plannerOf(again), 'a', 'a')).toEqual(['a -[again]-> a']);
    expect(routes(plannerOf(media), 'a', 'a')).toMatchObject({ reason: 'not-connected' });
  });
});

describe('a refusal', () => {
  test('names the unknown side', () => {
    expect(routes(plannerOf(decode, encode), 'z', 'c')).toEqual({ reason: 'unknown-source' });
    expect(routes(plannerOf(decode, encode), 'a', 'z')).toEqual({ reason: 'unknown-target' });
  });

  test('names the missing capability', () => {
    const canvas = manifest('canvas', [{ from: ['a'], to: ['c'], fidelity: 'lossy', cost: 1 }], ['offscreen-canvas']);
    expect(routes(plannerOf(canvas), 'a', 'c')).toEqual({ reason: 'needs-capability', missing: ['offscreen-canvas'] });
  });
});

describe('queries about formats', () => {
  const planner = plannerOf(decode, encode);

  test('lists reachable targets without interchange formats', () => {
    expect(Object.fromEntries(planner.targetsOf('a'))).toEqual({ c: 'lossy', d: 'lossless' });
    expect(planner.sources()).toEqual(['a', 'b']);
  });

  test('generates one form for all steps and knows which plans combine', () => {
    const [lossy, lossless] = [planner.plan('a', 'c'), planner.plan('a', 'd')];
    if (!lossy.ok || !lossless.ok) throw new Error('both pairs are planned above');
    expect(Object.keys(planner.optionsOf(lossy.plans[0]))).toEqual(['quality']);
    expect([planner.combines(lossy.plans[0]), planner.combines(lossless.plans[0])]).toEqual([false, true]);
  });

  test('uses no engine twice where one step is enough, and no file as a detour', () => {
    const markup = manifest('markup', [
      { from: ['m', 'n'], to: ['m', 'n', 'w'], fidelity: 'lossy', cost: 1 },
      { from: ['n'], to: ['t'], fidelity: 'lossy', cost: 1 },
      { from: ['m'], to: ['t'], fidelity: 'text-only', cost: 1 },
    ]);
    const writer = manifest('writer', [{ from: ['m', 'n'], to: ['w'], fidelity: 'lossy', cost: 5 }]);
    expect(routes(plannerOf(markup, writer), 'm', 'w')).toEqual([
      'm -[markup]-> w',
      'm -[writer]-> w',
      'm -[markup]-> n -[writer]-> w',
    ]);
    expect(routes(plannerOf(markup, writer), 'm', 't')).toEqual(['m -[markup]-> n -[markup]-> t', 'm -[markup]-> t']);
    expect(routes(plannerOf(markup, writer), 'm', 'm')).toEqual({ reason: 'not-connected' });
  });
});

describe('losses by axis', () => {
  const office = manifest('office', [{ from: ['doc'], to: ['pages'], fidelity: 'lossy', cost: 60 }]);
  const retell = manifest('retell', [{ from: ['doc'], to: ['pages', 'flow'], fidelity: 'layout-lost', cost: 5 }]);
  const draw = manifest('draw', [{ from: ['pages'], to: ['image'], fidelity: 'picture', cost: 3 }]);
  const direct = manifest('direct', [{ from: ['doc'], to: ['image'], fidelity: 'picture', losses: { layout: 'lost' }, cost: 1 }]);
  const target = (id: string) =>
    id === 'image' ? (['layout', 'style', 'images'] as const) : id === 'flow' ? (['text'] as const) : AXES;
  const planner = createPlanner({
    manifests: [office, retell, draw, direct],
    host: new Set(),
    interchange: new Set(),
    holds: { source: () => AXES, target },
  });
  const bestOf = (from: string, to: string) => {
    const answer = planner.plan(from, to);
    return answer.ok ? answer.plans[0] : undefined;
  };

  test('are compared on the axes of the target: the route to an image keeps the layout, at any cost', () => {
    expect(routes(planner, 'doc', 'image')).toEqual([
      'doc -[office]-> pages -[draw]-> image',
      'doc -[direct]-> image',
      'doc -[retell]-> pages -[draw]-> image',
    ]);
  });

  test('of text do not count for an image, which still is a picture of the source', () => {
    expect(bestOf('doc', 'image')).toMatchObject({ fidelity: 'picture', kept: 'lossy' });
    expect(planner.targetsOf('doc').get('image')).toBe('picture');
  });

  test('are reported where the target could have held more', () => {
    const answer = planner.plan('doc', 'image');
    expect(answer.ok && answer.plans.map(({ kept }) => kept)).toEqual(['lossy', 'layout-lost', 'layout-lost']);
    expect(bestOf('doc', 'flow')).toMatchObject({ fidelity: 'layout-lost', kept: 'lossless' });
  });

  test('that the source cannot have are not told', () => {
    const plain = createPlanner({
      manifests: [retell],
      host: new Set(),
      interchange: new Set(),
      holds: { source: () => ['text'], target: () => AXES },
    });
    const answer = plain.plan('doc', 'pages');
    expect(answer.ok && answer.plans[0]).toMatchObject({ fidelity: 'layout-lost', kept: 'lossless' });
  });

  test('never decrease when steps are joined', () => {
    const levels = FIDELITIES.map((level) => lossBits(level));
    for (const one of levels)
      for (const other of levels)
        for (const mask of [maskOf(AXES), maskOf(['layout', 'style', 'images']), maskOf(['text'])])
          expect(lossRank(one | other, mask)).toBeGreaterThanOrEqual(Math.max(lossRank(one, mask), lossRank(other, mask)));
  });

  test.each(FIDELITIES)('of the level %s describe that level', (level) => expect(levelOf(lossBits(level))).toBe(level));
});
