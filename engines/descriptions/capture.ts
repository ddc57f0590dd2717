import { viewOf } from '@bakkum/bytes/bytes';
import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import { Moment, type Table, type Value } from '@bakkum/data-tree/value';
import { endsOf } from './packet.ts';

/** Row limit for a readable table. */
const MAX_PACKETS = 1_000_000;

type Packet = { readonly time: bigint; readonly captured: Uint8Array; readonly length: number; readonly link: number };

/**
 * Reads the packets of a network capture, one record each: time, length, source and destination. Errors: `corrupt`, `too-large`.
 */
export function readCapture(bytes: Uint8Array<ArrayBuffer>, isCut: () => void): Value {
  const view = viewOf(bytes);
  if (bytes.length < 24) throw corrupt('no capture');
  const packets = view.getUint32(0) === 0x0a0d0d0a ? blocksOf(bytes, view, isCut) : recordsOf(bytes, view, isCut);
  const records: Table[] = [];
  for (const packet of packets) {
    records.push(recordOf(packet, records.length + 1));
    if (records.length > MAX_PACKETS) throw new ConversionError('too-large', 'more than a million packets');
  }
  if (records.length === 0) throw new ConversionError('empty', 'no packet in it');
  return records;
}

function recordOf({ time, captured, length, link }: Packet, number: number): Table {
  const { source, target, protocol } = endsOf(captured, link);
  const iso = new Date(Number(time / 1_000_000n)).toISOString().slice(0, 19);
  const fraction = String(time % 1_000_000_000n)
    .padStart(9, '0')
    .replace(/000$/, '');
  return new Map<string, Value>([
    ['number', number],
    ['time', new Moment(`${iso}.${fraction}Z`, 'instant')],
    ['source', source],
    ['destination', target],
    ['protocol', protocol],
    ['length', length],
    ['captured', captured.length],
  ]);
}

/** Reads classic pcap: a header, then records with times in seconds and fractions. */
function* recordsOf(bytes: Uint8Array<ArrayBuffer>, view: DataView, isCut: () => void): Generator<Packet> {
  const magic = view.getUint32(0, true);
  const little = magic === 0xa1b2c3d4 || magic === 0xa1b23c4d;
  const unit = [0xa1b23c4d, 0x4d3cb2a1].includes(magic) ? 1n : 1000n;
  const link = view.getUint32(20, little) & 0xffff;
  for (let at = 24; at + 16 <= bytes.length; ) {
    const captured = view.getUint32(at + 8, little);
    if (at + 16 + captured > bytes.length) return isCut();
    const time = BigInt(view.getUint32(at, little)) * 1_000_000_000n + BigInt(view.getUint32(at + 4, little)) * unit;
    yield { time, captured: bytes.subarray(at + 16, at + 16 + captured), length: view.getUint32(at + 12, little), link };
    at += 16 + captured;
  }
}

type Interface = { readonly link: number; readonly perSecond: bigint };
const ETHERNET: Interface = { link: 1, perSecond: 1_000_000n };
const SECTION = 0x0a0d0d0a;
const BLOCK = { interface: 1, simple: 3, enhanced: 6 } as const;

/** Reads pcapng: blocks, each with its length before and after. */
function* blocksOf(bytes: Uint8Array<ArrayBuffer>, view: DataView, isCut: () => void): Generator<Packet> {
  let little = true;
  let interfaces: Interface[] = [];
  for (let at = 0; at + 12 <= bytes.length; ) {
    if (view.getUint32(at) === SECTION) {
      little = view.getUint32(at + 8, true) === 0x1a2b3c4d;
      interfaces = [];
    }
    const kind = view.getUint32(at, little);
    const length = view.getUint32(at + 4, little);
    if (length < 12 || length % 4 !== 0) throw corrupt('a block without a length');
    if (at + length > bytes.length) return isCut();
    if (kind === BLOCK.interface && length >= 20) interfaces.push(interfaceAt(view, at, length, little));
    if (kind === BLOCK.enhanced && length >= 32) yield enhanced(bytes, view, at, { length, little, interfaces });
    if (kind === BLOCK.simple && length >= 16) yield simple(bytes, view, at, { length, little, interfaces });
    at += length;
  }
}

type Block = { readonly length: number; readonly little: boolean; readonly interfaces: readonly Interface[] };

/** Option 9 is the clock resolution as a power of ten or two. */
function interfaceAt(view: DataView, at: number, length: number, little: boolean): Interface {
  let perSecond = 1_000_000n;
  for (let option = at + 16; option + 4 <= at + length - 4; ) {
    const [code, size] = [view.getUint16(option, little), view.getUint16(option + 2, little)];
    const value = size === 1 && option + 5 <= at + length ? view.getUint8(option + 4) : 6;
    if (code === 9) perSecond = value & 0x80 ? 2n ** BigInt(value & 0x7f) : 10n ** BigInt(value & 0x7f);
    if (code === 0) break;
    option += 4 + Math.ceil(size / 4) * 4;
  }
  return { link: view.getUint16(at + 8, little), perSecond };
}

function enhanced(bytes: Uint8Array<ArrayBuffer>, view: DataView, at: number, { length, little, interfaces }: Block): Packet {
  const { link, perSecond } = interfaces[view.getUint32(at + 8, little)] ?? ETHERNET;
  const ticks = (BigInt(view.getUint32(at + 12, little)) << 32n) | BigInt(view.getUint32(at + 16, little));
  const captured = view.getUint32(at + 20, little);
  if (captured > length - 32) throw corrupt('a packet longer than its block');
  const time = ((ticks * 1_000_000_000n) / perSecond) % 8_640_000_000_000_000_000n;
  return { time, captured: bytes.subarray(at + 28, at + 28 + captured), length: view.getUint32(at + 24, little), link };
}

function simple(bytes: Uint8Array<ArrayBuffer>, view: DataView, at: number, { length, little, interfaces }: Block): Packet {
  const size = view.getUint32(at + 8, little);
  const captured = Math.min(size, length - 16);
  return { time: 0n, captured: bytes.subarray(at + 12, at + 12 + captured), length: size, link: interfaces[0]?.link ?? 1 };
}
