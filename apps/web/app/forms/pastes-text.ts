/** Elements that accept text. */
const EDITABLE = 'input, textarea, [contenteditable]';

/**
 * Returns whether a paste inserts text into a text field. Spreadsheets and word processors add an image to the clipboard, which
 * is not meant there.
 */
export function pastesText({ target, clipboardData }: ClipboardEvent): boolean {
  const isEditable = target instanceof Element && target.closest(EDITABLE) !== null;
  return isEditable && (clipboardData?.getData('text') ?? '') !== '';
}
