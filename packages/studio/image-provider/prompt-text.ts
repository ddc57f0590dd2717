/** Tags that local servers interpret in a prompt: extra arguments, and add-on models chosen by the sender. */
const TAGS = /<\/?\s*(?:sd_cpp_extra_args|lora|lyco|hypernet|embedding)\b[^>]*>?/giu;
/** Everything between the tags of extra arguments, even without an end tag. */
const EXTRA_ARGUMENTS = /<\s*sd_cpp_extra_args\s*>[\s\S]*?(?:<\s*\/\s*sd_cpp_extra_args\s*>|$)/giu;
const CONTROL_CHARACTERS = /[[\p{Cc}\p{Cf}]--[\t\n\u200c\u200d]]/gv;

/**
 * Removes instructions to servers from a prompt. The vertical bar splits a prompt on some servers, so it becomes a comma.
 * Removing a tag may join the text around it into another tag, so this repeats until nothing changes.
 */
export function harmlessText(text: string): string {
  let before = text.normalize('NFC').replace(CONTROL_CHARACTERS, '').replaceAll('|', ',');
  for (;;) {
    const after = before.replace(EXTRA_ARGUMENTS, ' ').replace(TAGS, ' ');
    if (after === before) return after.replace(/[ \t]+/g, ' ').trim();
    before = after;
  }
}

/** The prompt for a service: the request, the style in words, and what to leave out if the service has no field for that. */
export function promptOf(parts: { readonly prompt: string; readonly styleWords?: string; readonly without?: string }): string {
  const wish = parts.styleWords ? `${parts.prompt.replace(/(?<![\s,.])[\s,.]+$/u, '')}, ${parts.styleWords}` : parts.prompt;
  return parts.without ? `${wish}. Without: ${parts.without}` : wish;
}
