/** Returns a path of this site from a query parameter; undefined for anything that could lead elsewhere. */
export function ownPath(given: string | null): string | undefined {
  if (given === null || !/^\/(?![/\\])[^\\\s]*$/.test(given)) return undefined;
  return given;
}
