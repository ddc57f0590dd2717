import { describe, expect, it } from 'vitest';
import { inAlphabet } from './letter-styles.ts';
import { type Surroundings, safePage } from './safe-page.ts';
import { readSource } from './source.ts';

const ALONE: Surroundings = { name: '', file: () => undefined, link: () => undefined };
const formula = (content: string): string => safePage(`<math>${content}</math>`, ALONE).html.replaceAll(/<\/?math>/g, '');

describe('formulas', () => {
  it.each([
    ['single letters in italics', '<mi>x</mi><mi>sin</mi>', '<mi>𝑥</mi><mi>sin</mi>'],
    ['letters that are said to be upright', '<mi mathvariant="normal">d</mi>', '<mi mathvariant="normal">d</mi>'],
    ['letters of an alphabet', '<mi mathvariant="double-struck">R</mi><mn mathvariant="bold">12</mn>', '<mi>ℝ</mi><mn>𝟏𝟐</mn>'],
    ['signs instead of hyphens', '<mo> - </mo>', '<mo>−</mo>'],
    ['nothing for operators without a sign', '<mo>\u2062</mo>', '<mrow></mrow>'],
    [
      'fences and separators as operators',
      '<mfenced open="[" separators=";"><mn>1</mn><mn>2</mn></mfenced>',
      '<mrow><mo form="prefix">[</mo><mn>1</mn><mo form="infix">;</mo><mn>2</mn><mo form="postfix">)</mo></mrow>',
    ],
    [
      'the look and not the annotations',
      '<semantics><mn>1</mn><annotation encoding="TeX">x</annotation></semantics>',
      '<mrow><mn>1</mn></mrow>',
    ],
    ['no addresses and no events', '<mi href="/a" onclick="a()" xlink:href="/b">xy</mi>', '<mi>xy</mi>'],
  ])('have %s', (_, given, made) => {
    expect(formula(given)).toBe(made);
  });

  it('are refused in content MathML', () => {
    expect(() => formula('<apply><plus/><ci>x</ci></apply>')).toThrow(expect.objectContaining({ code: 'unsupported-feature' }));
  });

  it('are recognized by the namespace of their prefix', () => {
    const page = '<html xmlns:m="http://www.w3.org/1998/Math/MathML"><body><m:math><m:mn>1</m:mn></m:math></body></html>';
    const { html } = readSource(new TextEncoder().encode(page), 'xhtml').document(0);
    expect(html).toBe('<math><mn>1</mn></math>');
  });
});

it.each([
  ['italic', 'ahzΓα∂', '𝑎ℎ𝑧𝛤𝛼𝜕'],
  ['script', 'ABe', '𝒜ℬℯ'],
  ['fraktur', 'CZa', 'ℭℨ𝔞'],
  ['bold-sans-serif', 'Z9ω', '𝗭𝟵𝞈'],
  ['monospace', 'x1β', '𝚡𝟷β'],
  ['unknown', 'x', 'x'],
])('writes %s letters', (variant, text, letters) => {
  expect(inAlphabet(text, variant)).toBe(letters);
});
