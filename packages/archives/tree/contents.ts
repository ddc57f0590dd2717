/**
 * Format id of the files of an archive, each a result of its own. No file has this format, so it is marked as interchange; only the
 * website offers it, because it can list them.
 */
export const CONTENTS = 'archive-contents';
