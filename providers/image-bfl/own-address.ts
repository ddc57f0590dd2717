/** Hosts of all regions. A task is polled in the region that draws it, whichever host took the order. */
const VENDOR = '.bfl.ai';

/** Whether an address belongs to the service at `base`, so that it may receive the key. */
export function isOwnAddress(address: string, base: string): boolean {
  if (!URL.canParse(address)) return false;
  const [url, own] = [new URL(address), new URL(base)];
  if (url.origin === own.origin) return true;
  const isRegion = ({ protocol, hostname, port }: URL): boolean =>
    protocol === 'https:' && port === '' && hostname.endsWith(VENDOR);
  return isRegion(own) && isRegion(url);
}
