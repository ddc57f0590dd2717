import { hasText, indexOfText, latin1, u32 } from './bytes.ts';
import { rootElement, textOf } from './markup.ts';

const EBML_HEADER = 128;

export function isWebm(head: Uint8Array): boolean {
  return indexOfText(head.subarray(0, EBML_HEADER), 'webm') >= 0;
}

type Packets = { readonly first: number; readonly packet: number };

/** Packets of 188 bytes, or 204 with checksum: the sync byte must repeat. */
export function isMpegTs(head: Uint8Array): boolean {
  return hasPackets(head, { first: 0, packet: 188 }) || hasPackets(head, { first: 0, packet: 204 });
}

/** Packets with a preceding timestamp, as discs and camcorders write them. */
export function isTimedTransportStream(head: Uint8Array): boolean {
  return hasPackets(head, { first: 4, packet: 192 });
}

function hasPackets(head: Uint8Array, { first, packet }: Packets): boolean {
  return [0, 1, 2].every((index) => head[first + index * packet] === 0x47);
}

const ATOMS: ReadonlySet<string> = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot', 'ftyp', 'PICT', 'uuid', 'udta']);

/** Files older than `ftyp` start with any atom; its length must lead to another known one, or past these bytes. */
export function isQuickTime(head: Uint8Array): boolean {
  if (hasText(head, 'ftypqt  ', 4)) return true;
  const length = u32(head, 0, false);
  if (length === 1 || length === 0) return hasText(head, 'mdat', 4);
  return length >= 8 && (length + 8 > head.length || ATOMS.has(latin1(head, length + 4, length + 8)));
}

export function isDash(head: Uint8Array): boolean {
  return rootElement(head) === 'mpd' && /urn:mpeg:dash/i.test(textOf(head));
}

/** A playlist of segments or variants (RFC 8216); a song list has no such tags. */
export function isLiveStream(head: Uint8Array): boolean {
  const beginning = textOf(head);
  return beginning.startsWith('#EXTM3U') && beginning.includes('\n#EXT-X-');
}
