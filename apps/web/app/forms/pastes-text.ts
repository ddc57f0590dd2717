/** What text is written into. */
const EDITABLE = 'input, textarea, [contenteditable]';

/**
 * Whether a paste brings text to where text is written. Spreadsheets and word processors bring a picture of it along, which is
 * not what is meant there.
 */
export function pastesText({ target, clipboardData }: ClipboardEvent): boolean {
  const isEditable = target instanceof Element && target.closest(EDITABLE) !== null;
  return isEditable && (clipboardData?.getData('text') ?? '') !== '';
}
