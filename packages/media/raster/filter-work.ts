import { ConversionError } from '@bakkum/conversion/errors';

/** Operations on pixels, of which a renderer does about a billion per second. */
const MAX_WORK = 200e9;

/** Rough operations per pixel of a filter primitive. */
const COSTS: Readonly<Record<string, number>> = {
  feGaussianBlur: 10,
  feDropShadow: 15,
  feDiffuseLighting: 10,
  feSpecularLighting: 10,
};
const USUAL_COST = 3;
const TURBULENCE_COST = 10;
/** Operations per pixel of filter functions (Filter Effects 1, 6). Others cost the usual. */
const FUNCTION_COSTS: ReadonlyMap<string, number> = new Map([
  ['blur', 10],
  ['drop-shadow', 15],
]);

type Size = { readonly width: number; readonly height: number };

/** Part of a drawing: what it costs to draw itself, and the ids of the parts that it draws. */
type Part = { work: number; readonly draws: string[] };

/**
 * Refuses SVG drawings whose filters would take many minutes: each use of a filter costs its operations per pixel of its region.
 * Elements that `use` repeats count each time. Errors: `too-complex`.
 * @param size of the canvas in pixels
 * @param zoom pixels per unit of the drawing
 * @param most operations, by default what takes three minutes
 */
export function assertFilterWork(markup: string, size: Size, zoom: number, most = MAX_WORK): void {
  const plain = withoutReferences(markup);
  if (!/(?<![\w-])filter/.test(plain)) return;
  const work = workOf(partsOf(plain, { byId: filterCosts(plain, size, zoom), pixels: size.width * size.height }));
  if (work > most) throw new ConversionError('too-complex', `filters take ${work.toExponential(1)} operations`);
}

/** Replaces numeric references to letters and signs, and declared entities, which could hide a filter. Ones that open tags stay. */
function withoutReferences(markup: string): string {
  const declared = new Map(
    [...markup.matchAll(/<!ENTITY\s+([\w.-]+)\s+(?:"([^"]*)"|'([^']*)')/g)].map(
      ([, name = '', double, single]) => [name, double ?? single ?? ''] as const,
    ),
  );
  return markup.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([\w.-]{1,100}));/gi, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return declared.get(name) ?? whole;
    const character = String.fromCharCode(Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10));
    return /[\w:;()#.,% -]/.test(character) ? character : whole;
  });
}

/** Size of a drawing in its units, from its root element. A drawing without one fills 100 by 100. */
export function drawingSize(markup: string): Size {
  const root = /<(?:\w+:)?svg(\s[^<>]*)>/.exec(markup)?.[1] ?? '';
  const [, , boxWidth = 100, boxHeight = 100] = numbersIn(attribute(root, 'viewBox'));
  const side = (name: string, usual: number): number => {
    const given = attribute(root, name);
    return given?.includes('%') ? usual : (numbersIn(given)[0] ?? usual);
  };
  return { width: side('width', boxWidth), height: side('height', boxHeight) };
}

/** Attributes and content of the elements of a name, which never contain each other. */
function* elements(markup: string, name: string): Generator<{ readonly head: string; readonly content: string }> {
  const start = new RegExp(`<(?:\\w+:)?${name}((?:\\s[^<>]*)?)>`, 'g');
  const end = new RegExp(`</(?:\\w+:)?${name}\\s*>`, 'g');
  for (let found = start.exec(markup); found; found = start.exec(markup)) {
    end.lastIndex = start.lastIndex;
    const closed = end.exec(markup);
    if (!closed) return;
    yield { head: found[1] ?? '', content: markup.slice(start.lastIndex, closed.index) };
    start.lastIndex = end.lastIndex;
  }
}

const PRIMITIVE = /<(?:\w+:)?(fe[A-Z]\w*)((?:[\s/][^<>]*)?)>/g;

/** Operations that one use of each filter takes, by its id. */
function filterCosts(markup: string, size: Size, zoom: number): ReadonlyMap<string, number> {
  const costs = new Map<string, number>();
  for (const { head, content } of elements(markup, 'filter')) {
    const id = attribute(head, 'id');
    if (id === undefined) continue;
    let perPixel = 0;
    for (const [, name = '', attributes = ''] of content.matchAll(PRIMITIVE)) perPixel += primitiveCost(name, attributes, zoom);
    costs.set(id, perPixel * regionOf(head, size, zoom));
  }
  return costs;
}

function primitiveCost(name: string, attributes: string, zoom: number): number {
  const pair = (attributeName: string, usual: number): readonly [number, number] => {
    const [first = usual, second = first] = numbersIn(attribute(attributes, attributeName));
    return [first, second];
  };
  if (name === 'feTurbulence') return TURBULENCE_COST * Math.max(1, pair('numOctaves', 1)[0]);
  if (name === 'feConvolveMatrix') return pair('order', 3).reduce((area, side) => area * Math.max(1, side), 1);
  if (name === 'feMorphology') return pair('radius', 0).reduce((area, radius) => area * (2 * Math.max(0, radius) * zoom + 1), 1);
  return COSTS[name] ?? USUAL_COST;
}

/** Pixels of a filter's region: at most the canvas, which is assumed for regions relative to an element. */
function regionOf(head: string, { width, height }: Size, zoom: number): number {
  if (attribute(head, 'filterUnits') !== 'userSpaceOnUse') return width * height;
  const side = (name: string, most: number): number => {
    const given = attribute(head, name);
    const [length] = numbersIn(given);
    return length === undefined || given?.includes('%') ? most : Math.min(most, Math.max(0, length * zoom));
  };
  return side('width', width) * side('height', height);
}

/** Attribute values contain no `<` (XML 1.0, 3.1), so that no attempt reads past the next element. */
const TAG = /<(\/?)([A-Za-z][\w:.-]*)((?:[\s/](?:[^<>"']|"[^"<]*"|'[^'<]*')*)?)>/g;
const ROOT = '';

/** An element with the part it belongs to. `hidden`: its content is drawn only where others refer to it. */
type Element = { readonly part: Part; readonly hidden: boolean };

/** Operations of a use of each filter element by its id, and the pixels that a filter function covers at most. */
type Costs = { readonly byId: ReadonlyMap<string, number>; readonly pixels: number };

/** The drawing by elements with an id; the rest belongs to the nearest element around it that has one. */
function partsOf(markup: string, costs: Costs): ReadonlyMap<string, Part> {
  const root: Element = { part: { work: 0, draws: [] }, hidden: false };
  const parts = new Map<string, Part>([[ROOT, root.part]]);
  const styled = styledCosts(markup, costs);
  const open: Element[] = [];
  for (const [, closing, tag = '', attributes = ''] of markup.matchAll(TAG)) {
    if (closing === '/') {
      open.pop();
      continue;
    }
    const name = tag.replace(/^.*:/, '');
    const id = attribute(attributes, 'id');
    const element = enter(name, id, open.at(-1) ?? root, parts);
    const classes = new Set(attribute(attributes, 'class')?.split(/\s+/));
    element.part.work += costOf(attributes, costs) + (styled.get('*') ?? 0) + (styled.get(name) ?? 0);
    element.part.work +=
      (id === undefined ? 0 : (styled.get(`#${id}`) ?? 0)) + sumOf(classes, (each) => styled.get(`.${each}`) ?? 0);
    if (name === 'use') element.part.draws.push(...usedIds(attributes));
    if (!attributes.endsWith('/')) open.push(element);
  }
  return parts;
}

/** Returns the element's part: a new one if it has an id, which the part around it draws unless one of them is hidden. */
function enter(name: string, id: string | undefined, around: Element, parts: Map<string, Part>): Element {
  const hidden = HIDDEN.has(name);
  if (id === undefined) return { part: around.part, hidden: hidden || around.hidden };
  const part = parts.get(id) ?? { work: 0, draws: [] };
  parts.set(id, part);
  if (!around.hidden && !hidden) around.part.draws.push(id);
  return { part, hidden };
}

/** The id that a `use` element repeats, if it names one. */
function usedIds(attributes: string): readonly string[] {
  const [, id] = /href\s*=\s*["']\s*#([^"']+)/.exec(attributes) ?? [];
  return id === undefined ? [] : [id.trim()];
}

/** Elements whose content is drawn only where others refer to it. */
const HIDDEN: ReadonlySet<string> = new Set(['defs', 'symbol', 'clipPath', 'mask', 'pattern', 'marker']);

/** Values of the property, as an attribute or in a style. They can reach into the next attribute, which is not a filter. */
const FILTER_VALUE = /(?<![\w-])filter\s*(?:=\s*(?:"([^"]*)"|'([^']*)')|:([^;}]*))/g;
const FILTER_USE =
  /url\(\s*["']?#([^"')\s]+)|(blur|brightness|contrast|drop-shadow|grayscale|hue-rotate|invert|opacity|saturate|sepia)\(/g;

/** Operations of the filters in attributes or in the rules of a style sheet. */
function costOf(text: string, { byId, pixels }: Costs): number {
  return sumOf(text.matchAll(FILTER_VALUE), ([, double, single, styled]) =>
    sumOf((double ?? single ?? styled ?? '').matchAll(FILTER_USE), ([, id, name = '']) =>
      id === undefined ? pixels * (FUNCTION_COSTS.get(name) ?? USUAL_COST) : (byId.get(id) ?? 0),
    ),
  );
}

/** Operations that style sheets add to each element: by class (`.a`), id (`#a`) or name, or to all (`*`). */
function styledCosts(markup: string, costs: Costs): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { content } of elements(markup, 'style')) {
    for (const rule of content.split('}')) {
      const brace = rule.indexOf('{');
      const cost = brace < 0 ? 0 : costOf(rule.slice(brace + 1), costs);
      const keys = cost > 0 ? new Set(rule.slice(0, brace).split(',').map(keyOf)) : [];
      for (const key of keys) found.set(key, (found.get(key) ?? 0) + cost);
    }
  }
  return found;
}

/** The part of a selector that fewest elements match: an id, a class or a name of the last element. */
function keyOf(selector: string): string {
  const last =
    selector
      .trim()
      .split(/[\s>+~]+/)
      .at(-1) ?? '';
  return /#[\w-]+/.exec(last)?.[0] ?? /\.[\w-]+/.exec(last)?.[0] ?? /^[\w-]+/.exec(last)?.[0] ?? '*';
}

function sumOf<Item>(items: Iterable<Item>, numberOf: (item: Item) => number): number {
  let sum = 0;
  for (const item of items) sum += numberOf(item);
  return sum;
}

function workOf(parts: ReadonlyMap<string, Part>): number {
  const known = new Map<string, number>();
  const total = (id: string): number => {
    const before = known.get(id);
    if (before !== undefined) return before;
    known.set(id, 0); // A part that draws itself is not drawn by renderers.
    const { work = 0, draws = [] } = parts.get(id) ?? {};
    const sum = draws.reduce((all, drawn) => all + total(drawn), work);
    known.set(id, sum);
    return sum;
  };
  return total(ROOT);
}

function attribute(attributes: string, name: string): string | undefined {
  return new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
    .exec(attributes)
    ?.slice(1)
    .find((value) => value !== undefined);
}

function numbersIn(text = ''): readonly number[] {
  return text.split(/[\s,]+/).flatMap((part) => {
    const value = Number.parseFloat(part);
    return Number.isFinite(value) ? [value] : [];
  });
}
