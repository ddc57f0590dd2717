import { expect, it } from 'vitest';
import { markdownReader } from './markdown-dialect.ts';

const GRID = '+---+---+\n| a | b |\n+===+===+\n| 1 | 2 |\n+---+---+\n';

it.each([
  ['a grid table', `# Title\n\n${GRID}`, /^markdown/],
  ['a grid table in a code block', `\`\`\`\n${GRID}\`\`\`\n`, /^gfm/],
  ['a table of bars', '| a | b |\n|---|---|\n| 1 | 2 |\n', /^gfm/],
  ['a list', '+ one\n+ two\n', /^gfm/],
])('chooses the dialect for %s', (_, markdown, reader) => {
  expect(markdownReader(markdown)).toMatch(reader);
});
