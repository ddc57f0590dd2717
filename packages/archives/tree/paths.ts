import { safeName } from '@bakkum/conversion/file-names';

/** The text of a link with the names that its target has in the tree. */
export function safeTarget(target: string): string {
  const names = target.split(/[\\/]/);
  return names.map((name) => (name === '' || name === '.' || name === '..' ? name : safeName(name))).join('/');
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
