import { numberOf, numbersOf, readDirectory, readTiffHeader, type TiffField, type TiffStructure } from './tiff-structure.ts';

/** What an Exif block says about people and places. Missing fields are absent. */
export type PersonalData = {
  /** Maker and model, without repeating the maker. */
  readonly camera?: string;
  /** When the image was taken, by the camera's clock without a time zone: `2024-05-01T10:20:30`. */
  readonly takenAt?: string;
  /** Degrees; north and east are positive. */
  readonly place?: { readonly latitude: number; readonly longitude: number };
  readonly author?: string;
};

const MAKE = 271;
const MODEL = 272;
const DATE = 306;
const ARTIST = 315;
const EXIF_DIRECTORY = 34_665;
const GPS_DIRECTORY = 34_853;
const DATE_TAKEN = 36_867;
const LATITUDE = 2;
const LONGITUDE = 4;

type Directory = {
  text(tag: number): string | undefined;
  offset(tag: number): number | undefined;
  /** Degrees, minutes and seconds as degrees; negative if the field before it says south or west. */
  degrees(tag: number): number | undefined;
};

/** Reads the personal data of an Exif block; empty if it has none or is damaged. */
export function readPersonalData(exif: Uint8Array): PersonalData {
  const tiff = readTiffHeader(exif);
  if (!tiff) return {};
  const main = directoryAt(exif, tiff, tiff.firstDirectory);
  const details = directoryAt(exif, tiff, main.offset(EXIF_DIRECTORY));
  const gps = directoryAt(exif, tiff, main.offset(GPS_DIRECTORY));
  const camera = cameraOf(main.text(MAKE), main.text(MODEL));
  const takenAt = momentOf(details.text(DATE_TAKEN) ?? main.text(DATE));
  const author = main.text(ARTIST);
  const [latitude, longitude] = [gps.degrees(LATITUDE), gps.degrees(LONGITUDE)];
  const isPlace = latitude !== undefined && longitude !== undefined && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return {
    ...(camera && { camera }),
    ...(takenAt && { takenAt }),
    ...(isPlace && { place: { latitude, longitude } }),
    ...(author && { author }),
  };
}

function directoryAt(exif: Uint8Array, tiff: TiffStructure, offset = 0): Directory {
  const fields = readDirectory(exif, tiff, offset);
  const find = (tag: number): TiffField | undefined => fields.find((field) => field.tag === tag);
  const text = (tag: number): string | undefined => textOf(exif, find(tag));
  return {
    text,
    offset: (tag) => numberOf(exif, tiff, find(tag)),
    degrees(tag) {
      const parts = numbersOf(exif, tiff, find(tag));
      const [degrees, minutes = 0, seconds = 0] = parts;
      if (degrees === undefined) return undefined;
      const sign = ['S', 'W'].includes(text(tag - 1) ?? '') ? -1 : 1;
      return sign * (degrees + minutes / 60 + seconds / 3600);
    },
  };
}

/** Characters of a text that are kept, and bytes that are read for them. */
const MAX_TEXT = 200;
const MAX_TEXT_BYTES = 4 * MAX_TEXT;
/** Characters that hide or reorder others. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Returns the beginning of a text. Exif specifies ASCII, but many programs write UTF-8. */
function textOf(exif: Uint8Array, field: TiffField | undefined): string | undefined {
  if (field?.type !== 2) return undefined;
  const bytes = exif.subarray(field.valueOffset, field.valueOffset + Math.min(field.byteLength, MAX_TEXT_BYTES));
  const end = bytes.indexOf(0);
  const whole = new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end)).replace(INVISIBLE, '');
  const text = [...whole].slice(0, MAX_TEXT).join('').trim();
  return text === '' ? undefined : text;
}

function cameraOf(make: string | undefined, model: string | undefined): string | undefined {
  if (!make || !model) return model ?? make;
  return model.toLowerCase().startsWith(make.toLowerCase()) ? model : `${make} ${model}`;
}

/** Exif writes `2024:05:01 10:20:30`; cameras without a clock fill it with zeros or spaces. */
function momentOf(text: string | undefined): string | undefined {
  const match = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)/.exec(text ?? '');
  if (!match) return undefined;
  const [year = '', month = '', day = '', time = ''] = match.slice(1);
  const moment = `${year}-${month}-${day}T${time}`;
  return Number.isNaN(Date.parse(`${moment}Z`)) ? undefined : moment;
}
