/** URL path of a part of a packed engine file, counted from 1. File servers treat no file with this extension specially. */
export function partPathname(pathname: string, part: number): string {
  return `${pathname}.${part}.pack`;
}

/** Whether a URL path is that of a part. */
export function isPartPathname(pathname: string): boolean {
  return pathname.endsWith('.pack');
}
