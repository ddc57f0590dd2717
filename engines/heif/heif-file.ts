import type { Bytes } from '@bakkum/bytes/bytes';

/** A coded HEVC image: three parameter sets and its slices. */
export type CodedPicture = {
  readonly vps: Bytes;
  readonly sps: Bytes;
  readonly pps: Bytes;
  readonly slices: readonly Bytes[];
  readonly bitDepth: number;
  readonly chroma: number;
  readonly matrix: number;
  readonly isFull: boolean;
};

export type Picture = {
  readonly width: number;
  readonly height: number;
  readonly colour: CodedPicture;
  readonly alpha?: CodedPicture;
};

/** Builds a minimal HEIF file (ISO/IEC 23008-12) with one image and optional alpha. */
export function heifFile({ width, height, colour, alpha }: Picture): Bytes {
  const layers = [colour, ...(alpha ? [alpha] : [])];
  const contents = layers.map(({ slices }) => slices.flatMap((slice) => [...int(slice.length, 4), ...slice]));
  const head = box('ftyp', [...text('heic'), ...int(0, 4), ...text('mif1heic')]);
  // Content offsets depend on the length of the metadata, which does not depend on the offsets.
  const length = metaOf(layers, contents, { width, height, start: 0 }).length;
  const meta = metaOf(layers, contents, { width, height, start: head.length + length + 8 });
  return Uint8Array.from([...head, ...meta, ...box('mdat', contents.flat())]);
}

const int = (value: number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, index) => Math.floor(value / 256 ** (bytes - 1 - index)) % 256);
const text = (words: string): number[] => Array.from(words, (letter) => letter.charCodeAt(0));
const box = (kind: string, content: readonly number[]): number[] => [...int(content.length + 8, 4), ...text(kind), ...content];
const fullBox = (kind: string, version: number, flags: number, content: readonly number[]): number[] =>
  box(kind, [version, ...int(flags, 3), ...content]);

type Layout = { readonly width: number; readonly height: number; readonly start: number };

function metaOf(layers: readonly CodedPicture[], contents: readonly (readonly number[])[], layout: Layout): number[] {
  const ids = layers.map((_, index) => index + 1);
  const infos = ids.map((id) => fullBox('infe', 2, id === 1 ? 0 : 1, [...int(id, 2), 0, 0, ...text('hvc1'), 0]));
  let at = layout.start;
  const places = contents.map((content, index) => {
    const place = [...int(index + 1, 2), ...int(0, 2), ...int(1, 2), ...int(at, 4), ...int(content.length, 4)];
    at += content.length;
    return place;
  });
  const parts = [
    fullBox('hdlr', 0, 0, [...int(0, 4), ...text('pict'), ...int(0, 12), 0]),
    fullBox('pitm', 0, 0, int(1, 2)),
    fullBox('iinf', 0, 0, [...int(ids.length, 2), ...infos.flat()]),
    ...(ids.length > 1 ? [fullBox('iref', 0, 0, box('auxl', [...int(2, 2), ...int(1, 2), ...int(1, 2)]))] : []),
    propertiesOf(layers, layout),
    fullBox('iloc', 0, 0, [0x44, 0x00, ...int(places.length, 2), ...places.flat()]),
  ];
  return fullBox('meta', 0, 0, parts.flat());
}

const ALPHA = 'urn:mpeg:hevc:2015:auxid:1\0';
const BT_709 = 1;
const SRGB = 13;

/** Properties of the colour image: coding, size, colours; of alpha: coding, size, auxiliary type. */
function propertiesOf(layers: readonly CodedPicture[], { width, height }: Layout): number[] {
  const size = fullBox('ispe', 0, 0, [...int(width, 4), ...int(height, 4)]);
  const properties = layers.flatMap((layer, index) => [
    codingOf(layer),
    size,
    index === 0
      ? box('colr', [...text('nclx'), ...int(BT_709, 2), ...int(SRGB, 2), ...int(layer.matrix, 2), layer.isFull ? 0x80 : 0])
      : fullBox('auxC', 0, 0, text(ALPHA)),
  ]);
  const associations = layers.map((_, index) => {
    const first = index * 3 + 1;
    return [...int(index + 1, 2), 3, 0x80 + first, first + 1, index === 0 ? first + 2 : 0x80 + first + 2];
  });
  const all = fullBox('ipma', 0, 0, [...int(associations.length, 4), ...associations.flat()]);
  return box('iprp', [...box('ipco', properties.flat()), ...all]);
}

/** Writes `HEVCDecoderConfigurationRecord` (ISO/IEC 14496-15, 8.3.3.1) with four-byte lengths. */
function codingOf({ vps, sps, pps, bitDepth, chroma }: CodedPicture): number[] {
  const sets = [vps, sps, pps].flatMap((unit, index) => [0x80 + 32 + index, ...int(1, 2), ...int(unit.length, 2), ...unit]);
  const profile = [1, 4, ...int(2 ** 27, 4), 0x90, 0, 0, 0, 0, 0, 180];
  const facts = [0xf0, 0, 0xfc, 0xfc + chroma, 0xf8 + bitDepth - 8, 0xf8 + bitDepth - 8, 0, 0, 0x0f, 3];
  return box('hvcC', [...profile, ...facts, ...sets]);
}
