/** Decodes percent-encoded UTF-8, as in addresses. Text that is encoded incorrectly stays as it is. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
