import { type Bytes, decodeBase64, viewOf } from '@bakkum/bytes/bytes';
import { inflateStart } from '@bakkum/bytes/streams';
import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import { childOf, descendantsOf, parseXml, textOf, type XmlElement } from '@bakkum/markup/xml';
import { assertPixelCount } from '@bakkum/raster/construct';
import type { Pixels } from '@bakkum/raster/raster';

/** Reader and maximum of a sample type; floating-point samples use the bounds in the file. */
type Samples = { readonly bytes: number; readonly at: (view: DataView, offset: number) => number; readonly most?: number };

const FORMATS: Readonly<Record<string, Samples>> = {
  UInt8: { bytes: 1, at: (view, offset) => view.getUint8(offset), most: 255 },
  UInt16: { bytes: 2, at: (view, offset) => view.getUint16(offset, true), most: 65_535 },
  UInt32: { bytes: 4, at: (view, offset) => view.getUint32(offset, true), most: 4_294_967_295 },
  Float32: { bytes: 4, at: (view, offset) => view.getFloat32(offset, true) },
  Float64: { bytes: 8, at: (view, offset) => view.getFloat64(offset, true) },
};

/** Decodes the first image of an Extensible Image Serialization Format file (PixInsight, XISF 1.0), uncompressed or zlib. */
export async function decodeXisf(bytes: Bytes): Promise<Pixels> {
  const view = viewOf(bytes);
  const header = new TextDecoder().decode(bytes.subarray(16, 16 + view.getUint32(8, true)));
  const [image] = descendantsOf(parseXml(header), 'Image');
  if (!image) throw corrupt('no image in the header');
  const { geometry = '', sampleFormat = '', colorSpace = '', pixelStorage = '', bounds = '' } = image.attributes;
  const [width = 0, height = 0, channels = 0, more] = geometry.split(':').map(Number);
  assertPixelCount(width, height);
  const format = FORMATS[sampleFormat];
  if (!format || more !== undefined || !/^(?:Gray|RGB|)$/.test(colorSpace))
    throw new ConversionError('unsupported-feature', `XISF of ${sampleFormat} in ${colorSpace}`);
  const stored = storedAt(bytes, image);
  const samples = await unpacked(stored.data, stored.compression, width * height * channels * format.bytes);
  const isPlanar = pixelStorage.toLowerCase() !== 'normal';
  const picture = { width, height, channels, format, isPlanar, ...boundsOf(format, bounds) };
  return painted(viewOf(samples), picture);
}

function boundsOf(format: Samples, told: string): { readonly least: number; readonly most: number } {
  if (format.most !== undefined) return { least: 0, most: format.most };
  const [least = 0, most = 1] = told === '' ? [] : told.split(':').map(Number);
  return { least, most: most > least ? most : least + 1 };
}

function storedAt(bytes: Bytes, image: XmlElement): { readonly data: Bytes; readonly compression: string } {
  const { location = '', compression = '' } = image.attributes;
  const [kind = '', first = '', second = ''] = location.split(':');
  if (kind === 'attachment') {
    const start = Number(first);
    return { data: bytes.subarray(start, start + Number(second)), compression };
  }
  const holder = kind === 'embedded' ? childOf(image, 'Data') : image;
  const encoding = kind === 'embedded' ? holder?.attributes['encoding'] : first;
  if (!holder || encoding !== 'base64')
    throw new ConversionError('unsupported-feature', `data ${location} in ${encoding ?? 'no encoding'}`);
  const data = decodeBase64(textOf(holder).replaceAll(/[^\w+/]/g, ''));
  return { data, compression: holder.attributes['compression'] ?? '' };
}

/** `zlib:length`, or `zlib+sh:length:size` with the first bytes of all items stored first, then all second bytes. */
async function unpacked(data: Bytes, compression: string, length: number): Promise<Bytes> {
  if (compression === '') return whole(data, length);
  const [codec = '', , size = '1'] = compression.split(':');
  if (codec !== 'zlib' && codec !== 'zlib+sh') throw new ConversionError('unsupported-feature', `data packed by ${codec}`);
  const found = whole(await inflateStart(data, 'deflate', length), length);
  if (codec === 'zlib') return found;
  const [item, count] = [Number(size), Math.floor(length / Number(size))];
  return Uint8Array.from(found, (_, index) => found[(index % item) * count + Math.floor(index / item)] ?? 0);
}

function whole(data: Bytes, length: number): Bytes {
  if (data.length < length) throw new ConversionError('corrupt', 'samples are missing');
  return data;
}

type Picture = {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly format: Samples;
  readonly isPlanar: boolean;
  readonly least: number;
  readonly most: number;
};

function painted(view: DataView, { width, height, channels, format, isPlanar, least, most }: Picture): Pixels {
  const count = width * height;
  const isDeep = format.bytes > 1;
  const data = isDeep ? new Uint16Array(count * 4) : new Uint8ClampedArray(count * 4);
  const full = isDeep ? 65_535 : 255;
  const colours = channels >= 3 ? 3 : 1;
  const level = (index: number, channel: number): number => {
    const sample = format.at(view, (isPlanar ? channel * count + index : index * channels + channel) * format.bytes);
    return Math.round(Math.min(1, Math.max(0, (sample - least) / (most - least))) * full);
  };
  for (let index = 0; index < count; index += 1) {
    for (let part = 0; part < 3; part += 1) data[index * 4 + part] = level(index, colours === 3 ? part : 0);
    data[index * 4 + 3] = channels > colours ? level(index, colours) : full;
  }
  return data instanceof Uint16Array ? { depth: 16, width, height, data } : { depth: 8, width, height, data };
}
