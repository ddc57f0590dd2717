import { hasText, indexOfText } from './bytes.ts';

const BEGINNING = 512;
const FIRST_PAGE = 128;

/** The first packet of the first Ogg stream identifies the codec (RFC 7845, RFC 5334). */
export function isOpus(head: Uint8Array): boolean {
  return indexOfText(head.subarray(0, FIRST_PAGE), 'OpusHead') >= 0;
}

export function isSpeex(head: Uint8Array): boolean {
  return indexOfText(head.subarray(0, FIRST_PAGE), 'Speex   ') >= 0;
}

/** A Theora, Dirac or OGM video stream announced before the audio. */
export function isOggVideo(head: Uint8Array): boolean {
  return ['theora', 'BBCD', '\u0001video'].some((name) => indexOfText(head.subarray(0, BEGINNING), name) >= 0);
}

/** An ID3 tag, or a frame header with valid bit rate and sample rate (ISO/IEC 11172-3, 2.4.2.3). */
export function isMpegAudio(head: Uint8Array): boolean {
  if (hasText(head, 'ID3', 0)) return true;
  const rates = head[2] ?? 0xff;
  return rates >> 4 !== 15 && ((rates >> 2) & 3) !== 3;
}

/** ADTS: layer 0, a known sampling frequency index (ISO/IEC 13818-7, 6.2). After an ID3 tag it cannot be detected here. */
export function isAdts(head: Uint8Array): boolean | undefined {
  if (hasText(head, 'ID3', 0)) return undefined;
  return (((head[2] ?? 0xff) >> 2) & 15) < 13;
}
