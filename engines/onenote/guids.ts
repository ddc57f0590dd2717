import { type Bytes, encodeHex } from '@bakkum/bytes/bytes';
import { ByteReader } from '@bakkum/bytes/reader';

/** Opens a structure of a OneNote file, whose numbers are little-endian. */
export const readerOf = (bytes: Bytes): ByteReader => new ByteReader(bytes, { littleEndian: true });

/** Reads sixteen bytes as a comparable string. */
export const guid = (reader: ByteReader): string => encodeHex(reader.take(16));

/** Reads a GUID with a number in its scope. */
export const extendedGuid = (reader: ByteReader): string => `${guid(reader)}-${reader.u32()}`;
