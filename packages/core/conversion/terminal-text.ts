/** Characters that a terminal obeys instead of showing, such as ESC, and those that reorder text. */
const OBEYED = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu;

/** Text of strangers and names of files for a terminal: characters that would control it are shown as U+FFFD. */
export function terminalText(text: string): string {
  return text.replaceAll(OBEYED, '\ufffd');
}

/** The same for a stream, unless a program reads it, which needs the exact names. */
export function textFor({ isTTY }: { readonly isTTY?: boolean }, text: string): string {
  return isTTY === true ? terminalText(text) : text;
}
