/** Source and destination of a packet, as far as its first layers reveal them. */
export type Ends = { readonly source: string; readonly target: string; readonly protocol: string };

const ETHERNET = 1;
const RAW: ReadonlySet<number> = new Set([12, 14, 101, 228, 229]);
const LINUX_COOKED = 113;
const VLAN: ReadonlySet<number> = new Set([0x8100, 0x88a8]);
const PROTOCOLS: Readonly<Record<number, string>> = {
  1: 'ICMP',
  2: 'IGMP',
  6: 'TCP',
  17: 'UDP',
  47: 'GRE',
  50: 'ESP',
  58: 'ICMPv6',
  132: 'SCTP',
};
const PORTED: ReadonlySet<number> = new Set([6, 17, 132]);

const u16 = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
const hardware = (bytes: Uint8Array, at: number): string =>
  [...bytes.subarray(at, at + 6)].map((byte) => byte.toString(16).padStart(2, '0')).join(':');

export function endsOf(bytes: Uint8Array, link: number): Ends {
  if (RAW.has(link)) return internet(bytes, '', '') ?? { source: '', target: '', protocol: '' };
  if (link === LINUX_COOKED) return framed(bytes, u16(bytes, 14), 16, '', '');
  if (link !== ETHERNET) return { source: '', target: '', protocol: `link ${link}` };
  let at = 12;
  while (VLAN.has(u16(bytes, at)) && at < 24) at += 4;
  return framed(bytes, u16(bytes, at), at + 2, hardware(bytes, 6), hardware(bytes, 0));
}

function framed(bytes: Uint8Array, type: number, at: number, source: string, target: string): Ends {
  if (type === 0x0806) return { source: dotted(bytes, at + 14), target: dotted(bytes, at + 24), protocol: 'ARP' };
  const inner = type === 0x0800 || type === 0x86dd ? internet(bytes.subarray(at), source, target) : undefined;
  return inner ?? { source, target, protocol: type < 0x600 ? 'LLC' : `0x${type.toString(16).padStart(4, '0')}` };
}

const dotted = (bytes: Uint8Array, at: number): string => [...bytes.subarray(at, at + 4)].join('.');

function internet(bytes: Uint8Array, source: string, target: string): Ends | undefined {
  const version = (bytes[0] ?? 0) >> 4;
  if (version === 4 && bytes.length >= 20) {
    const isFirst = (u16(bytes, 6) & 0x1fff) === 0;
    return transport(
      bytes,
      bytes[9] ?? 0,
      isFirst ? ((bytes[0] ?? 0) & 15) * 4 : Number.NaN,
      dotted(bytes, 12),
      dotted(bytes, 16),
    );
  }
  if (version === 6 && bytes.length >= 40)
    return transport(bytes, bytes[6] ?? 0, 40, `[${colons(bytes, 8)}]`, `[${colons(bytes, 24)}]`);
  return source === '' ? undefined : { source, target, protocol: 'IP' };
}

/** Groups of 16 bits; the longest run of zeros is omitted (RFC 5952). */
function colons(bytes: Uint8Array, at: number): string {
  const groups = Array.from({ length: 8 }, (_, index) => u16(bytes, at + index * 2).toString(16)).join(':');
  const runs = [...groups.matchAll(/(?:^|:)0(?::0)+(?=:|$)/g)].sort((a, b) => b[0].length - a[0].length);
  const [longest] = runs;
  if (!longest) return groups;
  const end = longest.index + longest[0].length;
  return `${groups.slice(0, longest.index)}::${groups.slice(end + 1)}`;
}

function transport(bytes: Uint8Array, protocol: number, at: number, source: string, target: string): Ends {
  const name = PROTOCOLS[protocol] ?? `IP ${protocol}`;
  if (!PORTED.has(protocol) || !(at + 4 <= bytes.length)) return { source, target, protocol: name };
  return { source: `${source}:${u16(bytes, at)}`, target: `${target}:${u16(bytes, at + 2)}`, protocol: name };
}
