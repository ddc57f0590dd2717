/** The start of a line that opens or closes a code block (CommonMark 0.31, section 4.5). */
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const CODE_SPAN = /`[^`\n]*`/g;

/** Returns Markdown without its fenced code blocks, whose content is no markup. */
export function withoutCodeBlocks(markdown: string): string {
  const kept: string[] = [];
  let open: string | undefined;
  for (const line of markdown.split('\n')) {
    const fence = FENCE.exec(line)?.[1];
    if (open !== undefined) {
      if (fence && closes(line, fence, open)) open = undefined;
    } else if (fence && opens(line, fence)) open = fence;
    else kept.push(line);
  }
  return kept.join('\n');
}

/** Returns Markdown without code blocks and code spans. */
export function withoutCode(markdown: string): string {
  return withoutCodeBlocks(markdown).replaceAll(CODE_SPAN, '');
}

/** A line with further backticks is a code span. */
const opens = (line: string, fence: string): boolean =>
  !fence.startsWith('`') || !line.slice(line.indexOf(fence) + fence.length).includes('`');

const closes = (line: string, fence: string, open: string): boolean => fence.startsWith(open) && line.trim() === fence;
