import { describe, expect, it } from 'vitest';
import { assertFiniteMacros, assertFiniteOrgMacros } from './tex-macros.ts';

const check = (text: string) => () => assertFiniteMacros(text);
const letter = (place: number): string => String.fromCharCode(97 + place);
/** Macros of which each uses the one before it that many times. */
const levels = (count: number, times: number): string =>
  Array.from(
    { length: count },
    (_, place) => `\\newcommand{\\${letter(place)}x}{${place === 0 ? 'a' : `\\${letter(place - 1)}x `.repeat(times)}}\n`,
  ).join('');

describe('macros without end', () => {
  it.each([
    ['one that uses itself', '\\newcommand{\\a}{x\\a}\\a'],
    ['one that uses itself twice', '\\def\\a{\\a\\a}\\a'],
    ['two that use each other', '\\def\\a{\\b}\\def\\b{x\\a}\\a'],
    ['one that grows its argument', '\\newcommand{\\a}[1]{\\a{#1#1}}\\a{x}'],
    ['one with an optional argument', '\\newcommand{\\a}[2][x]{\\a[#1]{#2}}\\a{y}'],
    ['one that defines itself again', '\\def\\a{\\def\\b{\\a}\\b}\\a'],
    ['an environment that uses itself', '\\newenvironment{q}{\\begin{q}}{}\\begin{q}'],
    ['one behind another name', '\\newcommand{\\a}{x}\\let\\b=\\a\\renewcommand{\\b}{y\\b}\\b'],
    ['many levels', `${levels(12, 5)}\\lx`],
    ['an argument doubled many times', `\\newcommand{\\d}[1]{#1#1}${'\\d{'.repeat(30)}x${'}'.repeat(30)}`],
    ['a definition expanded many times', `\\def\\a{xxxxxxxxxx}${'\\edef\\a{\\a\\a\\a}'.repeat(20)}`],
    ['definitions inside each other', '\\edef\\a{'.repeat(100_000)],
  ])('are refused: %s', (_, text) => {
    expect(check(text)).toThrow(expect.objectContaining({ code: expect.stringMatching(/^too-(complex|large)$/) }));
  });
});

describe('ordinary documents', () => {
  it.each([
    ['macros that are not used', '\\def\\loop#1\\repeat{\\loop#1\\repeat}\\newcommand{\\a}{\\a}Text.'],
    ['a macro used often', `\\newcommand{\\R}{\\mathbb{R}}${'$x \\in \\R$ '.repeat(20_000)}`],
    ['a macro shown in a listing', '\\begin{verbatim}\\newcommand{\\a}{\\a}\\a\\end{verbatim}\\verb|\\def\\b{\\b}\\b|'],
    ['a comment', '\\newcommand{\\a}{x} % \\renewcommand{\\a}{\\a}\n\\a'],
    ['an escaped sign', '\\newcommand{\\a}{100\\% \\{x\\}}\\a'],
    ['the name of a command that is kept', '\\newcommand{\\old}{x}\\let\\new\\old\\renewcommand{\\old}{y\\new}\\old'],
    ['an environment', '\\newenvironment{q}[1]{\\textbf{#1}}{}\\begin{q}{x}y\\end{q}'.repeat(500)],
    ['braces that do not match', '\\newcommand{\\a}{x}}}}\\a{{{'],
  ])('are accepted: %s', (_, text) => {
    expect(check(text)).not.toThrow();
  });
});

describe('macros of Org', () => {
  const org = (text: string) => () => assertFiniteOrgMacros(text);

  it('are refused when they use each other in a circle or too often', () => {
    const levelsOf = (count: number): string =>
      Array.from({ length: count }, (_, place) => `#+MACRO: m${place + 1} ${`{{{m${place}}}}`.repeat(8)}\n`).join('');
    const refusal = expect.objectContaining({ code: 'too-complex' });
    expect(org('#+MACRO: a {{{b}}}\n#+macro: b {{{a}}}\n{{{a}}}')).toThrow(refusal);
    expect(org(`#+MACRO: m0 x\n${levelsOf(8)}{{{m8}}}`)).toThrow(refusal);
  });

  it('are accepted when they end', () => {
    expect(org('#+MACRO: poem Rose is $1, violet is $2.\n{{{poem(red,{{{poem(a,b)}}})}}}\n'.repeat(100))).not.toThrow();
    expect(org('#+MACRO: a {{{a}}}\nnot used')).not.toThrow();
  });
});
