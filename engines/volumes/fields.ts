import { viewOf } from '@bakkum/bytes/bytes';
import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import { BYTES, inflated, type NumberType, numbersIn, sizeOf, type Volume } from './volume.ts';

/** Parses lines of `name: value` or `name = value` up to the end of the header. */
function fieldsOf(text: string, sign: string): ReadonlyMap<string, string> {
  const lines = text.split('\n').map((line) => line.trim());
  return new Map(
    lines.flatMap((line) => {
      const at = line.startsWith('#') ? -1 : line.indexOf(sign);
      return at < 0
        ? []
        : [
            [
              line.slice(0, at).trim().toLowerCase(),
              line
                .slice(at + 1)
                .replace(/^=/, '')
                .trim(),
            ] as const,
          ];
    }),
  );
}

type Shape = { readonly sizes: readonly number[]; readonly type: NumberType; readonly isLittle: boolean };

function volumeOf(data: Uint8Array, { sizes, type, isLittle }: Shape, channels: 1 | 3): Volume {
  const [width = 1, height = 1, ...rest] = sizes;
  const slices = rest.reduce((all, size) => all * size, 1);
  const value = numbersIn(data, type, isLittle, width * height * slices * channels);
  return { width, height, slices, channels, value };
}

const NRRD_TYPES: readonly (readonly [RegExp, NumberType])[] = [
  [/^(signed char|int8(_t)?)$/, 'i8'],
  [/^(uchar|unsigned char|uint8(_t)?)$/, 'u8'],
  [/^(short|short int|signed short|int16(_t)?)$/, 'i16'],
  [/^(ushort|unsigned short|unsigned short int|uint16(_t)?)$/, 'u16'],
  [/^(int|signed int|int32(_t)?)$/, 'i32'],
  [/^(uint|unsigned int|uint32(_t)?)$/, 'u32'],
  [/^float$/, 'f32'],
  [/^double$/, 'f64'],
];

/** Reads NRRD with attached data, raw or compressed. */
export async function readNrrd(file: Uint8Array<ArrayBuffer>): Promise<Volume> {
  const beginning = new TextDecoder('latin1').decode(file.subarray(0, 64 * 1024));
  const end = /\r?\n\r?\n/.exec(beginning);
  if (!beginning.startsWith('NRRD') || !end) throw corrupt('no NRRD');
  const fields = fieldsOf(beginning.slice(0, end.index), ':');
  if (fields.has('data file') || fields.has('datafile')) throw new ConversionError('unsupported-feature', 'data in another file');
  const wanted = fields.get('type') ?? '';
  const type = NRRD_TYPES.find(([pattern]) => pattern.test(wanted))?.[1];
  if (!type) throw new ConversionError('unsupported-feature', `values of type ${wanted}`);
  const sizes = (fields.get('sizes') ?? '').split(/\s+/).map(sizeOf);
  const isColour = sizes[0] === 3 && type === 'u8' && sizes.length >= 3;
  const packed = file.subarray(end.index + end[0].length);
  const data = await unpacked(
    packed,
    fields.get('encoding') ?? 'raw',
    sizes.reduce((all, size) => all * size, BYTES[type]),
  );
  const isLittle = (fields.get('endian') ?? 'little') === 'little';
  return volumeOf(data, { sizes: isColour ? sizes.slice(1) : sizes, type, isLittle }, isColour ? 3 : 1);
}

/** Raw data is aligned to the end of the file, as `byte skip: -1` requires; nothing else may follow it. */
async function unpacked(data: Uint8Array<ArrayBuffer>, encoding: string, length: number): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === 'raw') return data.subarray(Math.max(0, data.length - length));
  if (encoding === 'gzip' || encoding === 'gz') return inflated(data, 'gzip');
  throw new ConversionError('unsupported-feature', `data in ${encoding}`);
}

const META_TYPES: Readonly<Record<string, NumberType>> = {
  MET_CHAR: 'i8',
  MET_UCHAR: 'u8',
  MET_SHORT: 'i16',
  MET_USHORT: 'u16',
  MET_INT: 'i32',
  MET_UINT: 'u32',
  MET_FLOAT: 'f32',
  MET_DOUBLE: 'f64',
};

/** Reads MetaImage with attached data. */
export async function readMetaImage(file: Uint8Array<ArrayBuffer>): Promise<Volume> {
  const beginning = new TextDecoder('latin1').decode(file.subarray(0, 64 * 1024));
  const end = /^ElementDataFile\s*=\s*(\S+)(?:[^\S\n][^\n]*)?\n/m.exec(beginning);
  if (!end) throw corrupt('no MetaImage');
  if (end[1] !== 'LOCAL') throw new ConversionError('unsupported-feature', 'data in another file');
  const fields = fieldsOf(beginning.slice(0, end.index), '=');
  const type = META_TYPES[fields.get('elementtype') ?? ''];
  const channels = Number(fields.get('elementnumberofchannels') ?? 1);
  if (!type || (channels !== 1 && channels !== 3))
    throw new ConversionError('unsupported-feature', `values of type ${fields.get('elementtype') ?? ''}`);
  const sizes = (fields.get('dimsize') ?? '').split(/\s+/).map(sizeOf);
  const data = file.subarray(end.index + end[0].length);
  const isPacked = /^true$/i.test(fields.get('compresseddata') ?? '');
  const isLittle = !/^true$/i.test(fields.get('binarydatabyteordermsb') ?? fields.get('elementbyteordermsb') ?? '');
  return volumeOf(isPacked ? await inflated(data, 'deflate') : data, { sizes, type, isLittle }, channels);
}

const MRC_TYPES: Readonly<Record<number, NumberType>> = { 0: 'i8', 1: 'i16', 2: 'f32', 6: 'u16' };
const MRC_HEADER = 1024;

/** Reads MRC of electron microscopes; rows are bottom-up. */
export async function readMrc(file: Uint8Array<ArrayBuffer>): Promise<Volume> {
  if (file.length < MRC_HEADER) throw corrupt('a header is cut off');
  const view = viewOf(file);
  const isLittle = view.getUint8(212) !== 0x11;
  const type = MRC_TYPES[view.getInt32(12, isLittle)];
  if (!type) throw new ConversionError('unsupported-feature', `values of kind ${view.getInt32(12, isLittle)}`);
  const sizes = [0, 4, 8].map((at) => sizeOf(view.getInt32(at, isLittle)));
  const data = file.subarray(MRC_HEADER + Math.max(0, view.getInt32(92, isLittle)));
  return { ...volumeOf(data, { sizes, type, isLittle }, 1), isUpsideDown: true };
}
