/**
 * Reports patterns that can take more than linear time on a long text: one request or file with such a text stalls a process.
 * Analyses every regular expression literal of the product; tests and build scripts see only our own text.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseSync } from '@swc/core';
import { analyse } from 'scslre';
import { inRoot, root } from './project-root.mjs';

/** Patterns that are reported and still safe, each with the reason. */
const EXCEPTIONS = [
  {
    file: 'packages/documents/layout/document/running-text.ts',
    pattern: '^(page|p',
    reason: 'only texts of at most 60 characters reach it',
  },
  {
    file: 'engines/mail/write-mail.ts',
    pattern: '([^<>]*)(?:',
    reason: 'matches at every position, so no start is tried twice',
  },
  {
    file: 'engines/data/flat.ts',
    pattern: '^\\s*((?:\\\\.|[^\\\\\\s=:])*)',
    reason: 'ends with a part that matches every text, so nothing is tried again',
  },
];

/** @param {string} file @param {string} source @returns {readonly { pattern: string, flags: string, line: number }[]} */
export function polynomialPatterns(file, source) {
  return literalsOf(file, source).filter(({ pattern, flags }) => isPolynomial(pattern, flags));
}

function isPolynomial(pattern, flags) {
  // Positions of groups (d) change nothing, and scslre does not know the flag.
  return analyse({ source: pattern, flags: flags.replace('d', '') }, { maxReports: 1 }).reports.length > 0;
}

function literalsOf(file, source) {
  const found = [];
  const syntax = file.endsWith('.mjs') ? { syntax: 'ecmascript' } : { syntax: 'typescript', tsx: file.endsWith('x') };
  const visit = (node) => {
    if (typeof node !== 'object' || node === null) return;
    if (node.type === 'RegExpLiteral') {
      const at = source.indexOf(`/${node.pattern}/${node.flags}`);
      found.push({ pattern: node.pattern, flags: node.flags, line: source.slice(0, at).split('\n').length });
    }
    for (const value of Object.values(node)) visit(value);
  };
  visit(parseSync(source, { ...syntax, target: 'es2024' }).body);
  return found;
}

function productFiles() {
  const listed = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return listed
    .split('\n')
    .filter((file) => /^(?:apps|packages|engines|formats|providers)\//.test(file) && !/\.test\./.test(file));
}

function isExcepted(file, pattern) {
  return EXCEPTIONS.some((exception) => exception.file === file && pattern.startsWith(exception.pattern));
}

function report() {
  const found = productFiles().flatMap((file) =>
    polynomialPatterns(file, readFileSync(inRoot(file), 'utf8')).map((literal) => ({ file, ...literal })),
  );
  const unused = EXCEPTIONS.filter(
    ({ file, pattern }) => !found.some((one) => one.file === file && one.pattern.startsWith(pattern)),
  );
  const problems = found.filter(({ file, pattern }) => !isExcepted(file, pattern));
  for (const { file, line, pattern, flags } of problems) {
    console.log(`${file}:${line}: /${pattern}/${flags} can take quadratic time; anchor it, trim first, or write a loop`);
  }
  for (const { file, pattern } of unused) console.log(`${file}: the exception for ${pattern} is not needed any more`);
  process.exitCode = problems.length + unused.length > 0 ? 1 : 0;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) report();
