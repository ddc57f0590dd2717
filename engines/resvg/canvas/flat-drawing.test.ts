import { convertWith } from '@bakkum/tests/engine-context';
import { Resvg } from '@resvg/resvg-wasm';
import { beforeAll, describe, expect, it } from 'vitest';
import { engine } from '../engine.ts';
import { manifest } from '../manifest.ts';
import { readFlatDrawing } from './flat-drawing.ts';

/** Reads a drawing after resvg has made it flat. */
function flat(body: string) {
  const drawing = new Resvg(`<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">${body}</svg>`);
  try {
    return readFlatDrawing(drawing.toString());
  } finally {
    drawing.free();
  }
}

const DOT = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
const GRADIENT = '<stop stop-color="#f00"/><stop offset="1" stop-color="#00f" stop-opacity=".5"/>';

describe('reading flat drawings', () => {
  // A process starts resvg once, so the engine does it.
  beforeAll(() => convertWith({ engine, manifest }, { input: new Blob([DOT]), from: 'svg', to: 'raster' }));

  it('resolves transforms, styles and inherited paints', () => {
    expect(
      flat('<style>rect{fill:#123456}</style><g transform="translate(2 3) scale(2)"><rect width="4" height="5"/></g>'),
    ).toMatchObject({
      width: 40,
      height: 20,
      children: [{ kind: 'shape', matrix: [2, 0, 0, 2, 2, 3], fill: { paint: { kind: 'color', color: '#123456' } } }],
    });
  });

  it('fades a shape with one paint without a group', () => {
    expect(flat('<rect width="4" height="5" opacity=".5" fill-opacity=".5"/>')?.children).toMatchObject([
      { kind: 'shape', fill: { opacity: 0.25 } },
    ]);
    expect(flat('<rect width="4" height="5" opacity=".5" stroke="red"/>')?.children).toMatchObject([
      { kind: 'group', opacity: 0.5 },
    ]);
  });

  it('places gradients by the bounds of the path', () => {
    const drawing = flat(
      `<linearGradient id="a">${GRADIENT}</linearGradient><rect x="10" y="4" width="20" height="8" fill="url(#a)"/>`,
    );
    expect(drawing?.children).toMatchObject([
      {
        fill: {
          paint: {
            kind: 'linear',
            from: [10, 4],
            to: [30, 4],
            stops: [
              { offset: 0, color: 'rgb(255 0 0 / 1)' },
              { offset: 1, color: 'rgb(0 0 255 / 0.5)' },
            ],
          },
        },
      },
    ]);
  });

  it('keeps the lines of equal color of a distorted gradient', () => {
    const drawing = flat(
      `<linearGradient id="a" y2="1">${GRADIENT}</linearGradient><rect width="20" height="10" fill="url(#a)"/>`,
    );
    // Equal colors run along the diagonal from the lower left to the upper right.
    expect(drawing?.children).toMatchObject([{ fill: { paint: { from: [0, 0], to: [8, 16] } } }]);
  });

  it.each([
    ['a filter', '<filter id="f"><feGaussianBlur stdDeviation="2"/></filter><rect width="9" height="9" filter="url(#f)"/>'],
    ['a mask', '<mask id="m"><rect width="9" height="9" fill="#888"/></mask><rect width="9" height="9" mask="url(#m)"/>'],
    [
      'a pattern',
      '<pattern id="p" width=".5" height=".5"><rect width="2" height="2"/></pattern><rect width="9" height="9" fill="url(#p)"/>',
    ],
    ['blending', '<g style="mix-blend-mode:multiply"><rect width="9" height="9"/></g>'],
    [
      'an image',
      `<image width="9" height="9" href="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"/>`,
    ],
    ['crisp edges', '<rect width="9" height="9" shape-rendering="crispEdges"/>'],
    [
      'a clip of several paths',
      '<clipPath id="c"><rect width="9" height="9"/><rect x="4" width="9" height="9"/></clipPath><rect width="9" height="9" clip-path="url(#c)"/>',
    ],
    [
      'a repeated gradient',
      `<linearGradient id="a" spreadMethod="repeat">${GRADIENT}</linearGradient><rect width="9" height="9" fill="url(#a)"/>`,
    ],
    [
      'a focus outside of its circle',
      `<radialGradient id="a" fx="2">${GRADIENT}</radialGradient><rect width="9" height="9" fill="url(#a)"/>`,
    ],
    [
      'an outline in an elliptic gradient',
      `<radialGradient id="a">${GRADIENT}</radialGradient><rect width="9" height="5" stroke="url(#a)"/>`,
    ],
    ['dots', '<path d="M5 5h0" stroke="red" stroke-width="4" stroke-linecap="round"/>'],
    ['many groups', '<g opacity=".5"><path d="M0 0h9v9zM9 9h3v3z" stroke="red"/></g>'.repeat(25)],
  ])('leaves %s to resvg', (_, body) => {
    expect(flat(body)).toBeUndefined();
  });
});
