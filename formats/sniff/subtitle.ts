import { textOf } from './markup.ts';

/** A number, then a time range with commas. */
export function isSubRip(head: Uint8Array): boolean {
  return /^\s*\d+[ \t]*\r?\n[ \t]*\d{1,2}:\d{2}:\d{2}[,.]\d{1,3} *--> *\d{1,2}:\d{2}:\d{2}/.test(textOf(head));
}

/** Script type in the file: `v4.00` is SSA, `v4.00+` is ASS. */
export function isSubStation(version: string): (head: Uint8Array) => boolean {
  return (head) => {
    const beginning = textOf(head);
    if (!/^\s*(?:;[^\n]*\n\s*)*\[Script Info\]/i.test(beginning)) return false;
    return (/^ScriptType:\s*(\S+)/im.exec(beginning)?.[1]?.toLowerCase() ?? 'v4.00') === version;
  };
}

export function isSami(head: Uint8Array): boolean {
  return /^\s*<sami\b/i.test(textOf(head));
}

export function isMicroDvd(head: Uint8Array): boolean {
  return /^\s*\{\d+\}\{\d*\}/.test(textOf(head));
}

/** Tags such as `[ar:…]`, then lines that start with a time. */
export function isLyrics(head: Uint8Array): boolean {
  return /^\s*(?:\[[a-z]{2,}:[^\]]*\]\s*)*\[\d{1,3}:\d{2}(?:[.:]\d{1,3})?\]/i.test(textOf(head));
}

/**
 * A time range with a comma, after a header of fields in brackets. The decimals distinguish YouTube's format (3) from SubViewer
 * (2).
 */
export function isTimeRangeBlocks(decimals: 2 | 3): (head: Uint8Array) => boolean {
  const time = `\\d{1,2}:\\d{2}:\\d{2}\\.\\d{${decimals}}`;
  const pattern = new RegExp(`^\\s*(?:\\[[A-Z][^\\n]*\\n\\s*)*${time},${time}[ \\t]*\\r?\\n`);
  return (head) => pattern.test(textOf(head));
}

/** Two numbers in brackets, tenths of a second. */
export function isMpl2(head: Uint8Array): boolean {
  return /^\s*\[\d+\]\[\d*\]/.test(textOf(head));
}
