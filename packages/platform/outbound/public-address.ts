import { BlockList, isIP, isIPv4 } from 'node:net';

/** Ranges outside the public internet, from IANA's registries of special addresses. */
const PRIVATE_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8],
  ['169.254.0.0', 16], // link-local, including the metadata services of clouds
  ['168.63.129.16', 32], // Azure's platform services, reachable from every virtual machine
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/** Exceptions within 2000::/3; nothing outside that range is public. */
const PRIVATE_IPV6: readonly (readonly [string, number])[] = [
  ['2001::', 23], // protocol assignments; Teredo embeds IPv4 addresses
  ['2001:db8::', 32],
  ['2002::', 16], // 6to4 embeds IPv4 addresses
  ['3fff::', 20],
];

const closed4 = new BlockList();
for (const [net, bits] of PRIVATE_IPV4) closed4.addSubnet(net, bits, 'ipv4');
const closed6 = new BlockList();
for (const [net, bits] of PRIVATE_IPV6) closed6.addSubnet(net, bits, 'ipv6');
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/** ISATAP: the second half is 0000:5efe or 0200:5efe and an IPv4 address. */
const ISATAP = /:(?:0|200):5efe:[0-9a-f]+:[0-9a-f]+$|::5efe:[0-9a-f]+:[0-9a-f]+$/;
const MAPPED = /^::ffff:(?:([0-9a-f]{1,4}):([0-9a-f]{1,4})|(\d+\.\d+\.\d+\.\d+))$/;

/** Returns whether an address in text form is on the public internet. Addresses that embed another one are not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closed4.check(address, 'ipv4');
  if (isIP(address) !== 6) return false;
  const text = plainText(address);
  const mapped = MAPPED.exec(text);
  if (mapped) return isPublicAddress(mapped[3] ?? dotted(mapped[1] ?? '0', mapped[2] ?? '0'));
  return global6.check(text, 'ipv6') && !closed6.check(text, 'ipv6') && !ISATAP.test(text);
}

/** Returns the canonical notation browsers use: lower-case, shortest, without a zone. */
function plainText(address: string): string {
  const withoutZone = address.replace(/%.*/, '');
  return new URL(`http://[${withoutZone}]/`).hostname.slice(1, -1);
}

function dotted(high: string, low: string): string {
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return `${a >> 8}.${a & 255}.${b >> 8}.${b & 255}`;
}
