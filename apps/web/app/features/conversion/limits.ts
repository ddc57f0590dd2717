/** What an anonymous visitor may add. The same limits hold for free accounts. */
export const MAX_FILE_BYTES = 100_000_000;
export const MAX_FILES = 50;
