/** Tags by which a local server takes orders out of a prompt: extra arguments, and model add-ons of other people's choice. */
const TAGS = /<\/?\s*(?:sd_cpp_extra_args|lora|lyco|hypernet|embedding)\b[^>]*>?/giu;
/** All between the tags of extra arguments, also where the end is missing. */
const EXTRA_ARGUMENTS = /<\s*sd_cpp_extra_args\s*>[\s\S]*?(?:<\s*\/\s*sd_cpp_extra_args\s*>|$)/giu;
const CONTROL_CHARACTERS = /[[\p{Cc}\p{Cf}]--[\t\n\u200c\u200d]]/gv;

/**
 * A prompt as a service may get it: nothing in it is an order. The upright line splits a prompt in some servers, so it becomes a
 * comma. What is cut may join to another tag, so it is looked at until nothing changes.
 */
export function harmlessText(text: string): string {
  let before = text.normalize('NFC').replace(CONTROL_CHARACTERS, '').replaceAll('|', ',');
  for (;;) {
    const after = before.replace(EXTRA_ARGUMENTS, ' ').replace(TAGS, ' ');
    if (after === before) return after.replace(/[ \t]+/g, ' ').trim();
    before = after;
  }
}

/** What the service is told: the wish, the style in words, and what to leave out where it has no field for that. */
export function promptOf(parts: { readonly prompt: string; readonly styleWords?: string; readonly without?: string }): string {
  const wish = parts.styleWords ? `${parts.prompt.replace(/[\s,.]+$/u, '')}, ${parts.styleWords}` : parts.prompt;
  return parts.without ? `${wish}. Without: ${parts.without}` : wish;
}
