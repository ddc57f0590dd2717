/**
 * The network of a client address, for limits that one customer of a provider should not pass by changing addresses: the first 24 bits of an
 * IPv4 address, the first 48 of an IPv6 address whose first groups are written out.
 */
export function networkOf(address: string): string {
  return address.includes(':') ? address.split(':').slice(0, 3).join(':') : address.split('.').slice(0, 3).join('.');
}
