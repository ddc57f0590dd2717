/** An address of this site that was handed over in a query; undefined for everything that could lead elsewhere. */
export function ownPath(given: string | null): string | undefined {
  if (given === null || !/^\/(?![/\\])[^\\\s]*$/.test(given)) return undefined;
  return given;
}
