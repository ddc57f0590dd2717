/** The address in the command of a link such as `https\://example.org;1;0;0;`: the address, then how to open it. */
export function commandAddress(command: string): string | undefined {
  const [address = ''] = command.split(/(?<!\\);/);
  return webAddress(address.replaceAll(/\\(.)/g, '$1'));
}

/** The address if programs may open it. */
export function webAddress(address: string): string | undefined {
  const trimmed = address.trim();
  return /^(https?|mailto|ftp):/i.test(trimmed) ? trimmed : undefined;
}
