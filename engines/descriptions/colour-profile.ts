import { type Bytes, viewOf } from '@bakkum/bytes/bytes';
import { corrupt } from '@bakkum/conversion/errors';
import { Moment, type Table, type Value } from '@bakkum/data-tree/value';

const HEADER = 128;
const MAX_TAGS = 1000;
const CLASSES: Readonly<Record<string, string>> = {
  scnr: 'input device',
  mntr: 'display',
  prtr: 'printer',
  link: 'device link',
  spac: 'colour space conversion',
  abst: 'abstract',
  nmcl: 'named colours',
};
const INTENTS = ['perceptual', 'relative colorimetric', 'saturation', 'absolute colorimetric'] as const;

/** Reads a colour profile (ICC.1): its header in words and its text, colour and curve tags. Errors: `corrupt`. */
export function readColourProfile(bytes: Bytes): Value {
  const view = viewOf(bytes);
  if (bytes.length < HEADER + 4 || ascii(bytes, 36, 4) !== 'acsp') throw corrupt('no colour profile');
  const class_ = ascii(bytes, 12, 4);
  const count = view.getUint32(HEADER);
  if (count > MAX_TAGS || HEADER + 4 + count * 12 > bytes.length) throw corrupt('more tags than the file has room for');
  const tags = Array.from({ length: count }, (_, index) => tagAt(bytes, view, HEADER + 4 + index * 12));
  const version = `${bytes[8] ?? 0}.${(bytes[9] ?? 0) >> 4}.${(bytes[9] ?? 0) & 15}`;
  return new Map<string, Value>([
    ['bytes', view.getUint32(0)],
    ['version', version],
    ['class', CLASSES[class_] ?? class_],
    ['colourSpace', ascii(bytes, 16, 4).trim()],
    ['connectionSpace', ascii(bytes, 20, 4).trim()],
    ['created', created(view)],
    ['programme', ascii(bytes, 4, 4).trim()],
    ['platform', ascii(bytes, 40, 4).trim()],
    ['manufacturer', ascii(bytes, 48, 4).trim()],
    ['model', ascii(bytes, 52, 4).trim()],
    ['intent', INTENTS[view.getUint32(64)] ?? String(view.getUint32(64))],
    ['illuminant', [68, 72, 76].map((at) => fixed(view, at))],
    ['tags', new Map(tags)],
  ]);
}

function ascii(bytes: Bytes, at: number, length: number): string {
  return new TextDecoder('latin1').decode(bytes.subarray(at, at + length)).replaceAll('\0', '');
}

/** Reads a fixed-point number with 16 fractional bits. */
const fixed = (view: DataView, at: number): number => Math.round((view.getInt32(at) / 65_536) * 1e5) / 1e5;

function created(view: DataView): Value {
  const [year = 0, ...rest] = Array.from({ length: 6 }, (_, index) => view.getUint16(24 + index * 2));
  const [month, day, hour, minute, second] = rest.map((part) => String(part).padStart(2, '0'));
  return year === 0
    ? null
    : new Moment(`${String(year).padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}Z`, 'instant');
}

function tagAt(bytes: Bytes, view: DataView, at: number): readonly [string, Value] {
  const [offset, length] = [view.getUint32(at + 4), view.getUint32(at + 8)];
  if (offset + length > bytes.length || length < 8) throw corrupt('a tag beyond the end');
  return [ascii(bytes, at, 4), contentOf(bytes.slice(offset, offset + length))];
}

function contentOf(bytes: Bytes): Value {
  const view = new DataView(bytes.buffer);
  const kind = ascii(bytes, 0, 4);
  const read = READERS[kind.trim()];
  try {
    return read ? read(bytes, view) : unread(kind, bytes);
  } catch (cause) {
    if (cause instanceof RangeError) throw corrupt('a tag shorter than what is in it');
    throw cause;
  }
}

const unread = (kind: string, bytes: Bytes): Table =>
  new Map<string, Value>([
    ['type', kind.trim()],
    ['bytes', bytes.length],
  ]);

const READERS: Readonly<Record<string, (bytes: Bytes, view: DataView) => Value>> = {
  text: (bytes) => ascii(bytes, 8, bytes.length - 8).trim(),
  desc: (bytes, view) => ascii(bytes, 12, view.getUint32(8)).trim(),
  mluc: localized,
  sig: (bytes) => ascii(bytes, 8, 4),
  XYZ: (_, view) => [8, 12, 16].map((at) => fixed(view, at)),
  curv: curve,
  para: (_, view) =>
    new Map<string, Value>([
      ['type', 'parametric curve'],
      ['gamma', fixed(view, 12)],
    ]),
};

/** Strings by language and country; a single one is returned directly. */
function localized(bytes: Bytes, view: DataView): Value {
  const count = Math.min(view.getUint32(8), 200);
  const size = view.getUint32(12);
  const texts = new Map<string, Value>();
  for (let index = 0; index < count; index += 1) {
    const at = 16 + index * size;
    const [length, offset] = [view.getUint32(at + 4), view.getUint32(at + 8)];
    texts.set(
      `${ascii(bytes, at, 2)}-${ascii(bytes, at + 2, 2)}`,
      new TextDecoder('utf-16be').decode(bytes.subarray(offset, offset + length)).replaceAll('\0', ''),
    );
  }
  const [only] = texts.values();
  return texts.size === 1 && only !== undefined ? only : texts;
}

function curve(_: Bytes, view: DataView): Value {
  const count = view.getUint32(8);
  if (count === 0)
    return new Map<string, Value>([
      ['type', 'curve'],
      ['gamma', 1],
    ]);
  if (count === 1)
    return new Map<string, Value>([
      ['type', 'curve'],
      ['gamma', Math.round((view.getUint16(12) / 256) * 1e4) / 1e4],
    ]);
  return new Map<string, Value>([
    ['type', 'curve'],
    ['points', count],
  ]);
}
