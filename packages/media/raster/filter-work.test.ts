import { expect, it } from 'vitest';
import { assertFilterWork, drawingSize } from './filter-work.ts';

const CANVAS = { width: 8000, height: 8000 };
const drawing = (body: string): string => `<svg xmlns="http://www.w3.org/2000/svg" width="8000" height="8000">${body}</svg>`;
const filter = (primitives: string, attributes = ''): string => `<filter id="f"${attributes}>${primitives}</filter>`;
const check =
  (body: string, size = CANVAS) =>
  () =>
    assertFilterWork(drawing(body), size, 1);

it.each([
  ['many octaves', `${filter('<feTurbulence numOctaves="1000"/>')}<rect filter="url(#f)"/>`],
  ['a wide morphology', `${filter('<feMorphology radius="100"/>')}<rect style="filter: url(#f)"/>`],
  ['a large matrix', `${filter('<feConvolveMatrix order="60"/>')}<rect filter='url("#f")'/>`],
  ['many primitives', `${filter('<feGaussianBlur stdDeviation="5"/>'.repeat(400))}<rect filter="url(#f)"/>`],
  ['many elements', `${filter('<feGaussianBlur stdDeviation="5"/>')}${'<rect filter="url(#f)"/>'.repeat(400)}`],
  [
    'a class of many elements',
    `<style>.glow, .x{fill:red;filter:url(#f)}</style>${filter('<feGaussianBlur/>')}${'<rect class="a glow"/>'.repeat(400)}`,
  ],
  ['filter functions', `<rect filter="${'blur(5) '.repeat(400)}"/>`],
  ['filter functions of a style', `<g style="fill:red;filter: ${'drop-shadow(1 1 2) '.repeat(400)}"><rect/></g>`],
  ...['rect', '*', '#a', 'g > rect', 'rect:first-child', '[x]'].map((selector): [string, string] => [
    `a style of ${selector}`,
    `<style>a{fill:red} b, ${selector} {filter:url(#f)}</style>${filter('<feMorphology radius="100"/>')}<g><rect id="a" x="1"/></g>`,
  ]),
  ['a filter behind a reference', `${filter('<feMorphology radius="100"/>')}<rect f&#105;lter="&#x75;rl(&#35;f)"/>`],
  [
    'a filter behind an entity',
    `${filter('<feMorphology radius="100"/>')}<!DOCTYPE svg [<!ENTITY u "url(#f)">]><rect filter="&u;"/>`,
  ],
  [
    'elements repeated by use',
    `${filter('<feGaussianBlur/>')}<defs><g id="a"><rect filter="url(#f)"/></g>${['b', 'c', 'd']
      .map((id, place) => `<g id="${id}">${`<use href="#${'abc'[place] ?? ''}"/>`.repeat(8)}</g>`)
      .join('')}</defs><use href="#d"/>`,
  ],
])('refuses %s on a large canvas', (_, body) => {
  expect(check(body)).toThrow(expect.objectContaining({ code: 'too-complex' }));
});

it.each([
  ['an ordinary shadow', `${filter('<feGaussianBlur stdDeviation="5"/><feOffset/><feMerge/>')}<rect filter="url(#f)"/>`],
  [
    'many filters with small regions of their own',
    `${filter('<feGaussianBlur/>', ' filterUnits="userSpaceOnUse" width="100" height="80"')}${'<rect filter="url(#f)"/>'.repeat(5000)}`,
  ],
  ['an ordinary filter function', `<rect filter="blur(5) opacity(.5)"/>`],
  ['a style of other elements', `<style>circle{filter:url(#f)}</style>${filter('<feMorphology radius="100"/>')}<rect/>`],
  ['an unused filter', filter('<feTurbulence numOctaves="100000"/>')],
  ['a hidden element', `${filter('<feMorphology radius="100"/>')}<defs><rect id="a" filter="url(#f)"/></defs>`],
  ['an element that uses itself', `${filter('<feGaussianBlur/>')}<g id="a" filter="url(#f)"><use href="#a"/></g>`],
])('accepts %s', (_, body) => {
  expect(check(body)).not.toThrow();
});

it('depends on the size of the canvas', () => {
  const body = `${filter('<feTurbulence numOctaves="1000"/>')}<rect filter="url(#f)"/>`;
  expect(check(body, { width: 400, height: 400 })).not.toThrow();
});

it.each([
  '<filter>',
  '<style>{',
  '<a ""',
  '<use href="#\' ',
  '<',
  '<filter',
  '<filter ',
  '<style>',
  '<a "',
  "<a b='",
  '<use href="#',
  ' id="',
  '{',
  'filter:url(#',
  'filter="',
  "filter='",
  '<rect filter="blur(',
  '<a style="filter:',
  '<style>.a{filter:url(#f)}</style><rect class="a a"/>',
  '&#',
  '&a',
  '<!ENTITY a "',
])('reads many repetitions of %s in linear time', (part) => {
  expect(check(`<filter id="f"></filter>${part.repeat(50_000)}`)).not.toThrow();
});

it.each([
  ['<svg width="40px" height="20px" viewBox="0 0 4 2">', { width: 40, height: 20 }],
  ['<svg width="100%" viewBox="0 0 8000 4000">', { width: 8000, height: 4000 }],
  ['<svg:svg xmlns:svg="x">', { width: 100, height: 100 }],
])('reads the size of %s', (markup, size) => {
  expect(drawingSize(markup)).toEqual(size);
});
