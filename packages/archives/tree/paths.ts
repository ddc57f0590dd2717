/**
 * Normalises an archive path so that it stays inside the target folder: `/` between names, no `.`, no drive, NFC. Returns
 * `undefined` if it would leave the folder, and an empty string for the folder itself.
 */
export function safePath(raw: string): string | undefined {
  const slashed = raw.replaceAll('\\', '/').normalize('NFC');
  if (slashed.includes('\0')) return undefined;
  const names = slashed
    .replace(/^[a-z]:(?=\/|$)/i, '')
    .split('/')
    .filter((name) => name !== '' && name !== '.');
  return names.includes('..') ? undefined : names.join('/');
}

/** Whether a link at `path` points inside the same tree, judged by its text alone. */
export function isInside(path: string, target: string): boolean {
  if (target === '' || /^([\\/]|[a-z]:)/i.test(target) || target.includes('\0')) return false;
  let depth = path.split('/').length - 1;
  for (const name of target.split(/[\\/]/)) {
    if (name === '..') depth -= 1;
    else if (name !== '' && name !== '.') depth += 1;
    if (depth < 0) return false;
  }
  return true;
}

/** The last segment of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
