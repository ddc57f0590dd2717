import { describe, expect, it } from 'vitest';
import { componentsOf, hexColour, parseCssColour } from './colour.ts';

describe('CSS colours', () => {
  it.each([
    ['#1a2B3c', '#1a2b3c'],
    ['#1a2b3c80', '#1a2b3c'],
    ['#1f3', '#11ff33'],
    [' Navy ', '#000080'],
    ['rgb(1, 2,300)', '#0102ff'],
    ['rgba(1 2 3 / 50%)', '#010203'],
  ])('parses %s', (text, colour) => expect(parseCssColour(text)).toBe(colour));

  it.each(['none', 'transparent', '', '#12345', 'constructor', 'url(#a)'])('refuses %j', (text) =>
    expect(parseCssColour(text)).toBeUndefined(),
  );

  it('are written with two digits per component, rounded and clamped', () => expect(hexColour([0, 15.6, 300])).toBe('#0010ff'));

  it('are split into components', () => expect(componentsOf('#0010ff')).toEqual([0, 16, 255]));
});
