import { withoutCodeBlocks } from './markdown-code.ts';

/** The border above or below a row of a grid table. */
const GRID_BORDER = /^\+(?:[-=:]+\+)+[ \t]*$/gm;
/** Borders of the smallest grid table. */
const MIN_BORDERS = 2;

/**
 * Most files use GitHub's dialect. Other programs add identifiers and classes in braces, spans and divisions, which would otherwise appear in
 * the text.
 */
const GITHUB = 'gfm+definition_lists+attributes+bracketed_spans+fenced_divs';
/** Pandoc's own dialect, as close to GitHub's as it gets: `@name` is no citation, and lists and headings need no blank line before them. */
const PANDOC =
  'markdown-citations-raw_tex-blank_before_header-blank_before_blockquote+lists_without_preceding_blankline+autolink_bare_uris+emoji';

/** Names the reader of the program for a Markdown text. Only Pandoc's dialect has grid tables. */
export function markdownReader(markdown: string): string {
  const borders = withoutCodeBlocks(markdown).match(GRID_BORDER) ?? [];
  return borders.length >= MIN_BORDERS ? PANDOC : GITHUB;
}
