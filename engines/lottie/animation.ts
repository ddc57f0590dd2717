import { type Bytes, concat } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { unpackParts } from '@bakkum/document-input/packed-parts';
import { Gunzip } from 'fflate';

/** An animation in the form the player takes: its JSON, or the package it came in. */
export type Animation = {
  readonly bytes: Bytes;
  readonly isPacked: boolean;
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly framesPerSecond: number;
  /** It contains text in a typeface that is not embedded. */
  readonly hasWords: boolean;
};

/** Size of a long animation's JSON; more unpacked data is a bomb. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Reads a Lottie animation: plain JSON, gzipped JSON (Telegram), or a package of several (dotLottie), of which the first is used.
 */
export function readAnimation(file: Bytes): Animation {
  const isPacked = file[0] === 0x50 && file[1] === 0x4b;
  const text = textOf(file, isPacked);
  const json = parsed(text);
  const { layers } = json;
  const numbers = ['w', 'h', 'ip', 'op', 'fr'].map((name) => json[name]);
  if (!isNumbers(numbers) || !Array.isArray(layers)) throw new ConversionError('corrupt', 'no animation of Lottie');
  const [width = 0, height = 0, first = 0, last = 0, framesPerSecond = 0] = numbers;
  if (framesPerSecond <= 0 || last <= first) throw new ConversionError('corrupt', 'an animation without time');
  return {
    bytes: isPacked ? file : text,
    isPacked,
    width: Math.ceil(width),
    height: Math.ceil(height),
    frames: Math.max(1, Math.floor(last - first)),
    framesPerSecond,
    hasWords: json['chars'] === undefined && holdsText(layers),
  };
}

function textOf(file: Bytes, isPacked: boolean): Bytes {
  const text = isPacked ? firstOf(file) : file[0] === 0x1f && file[1] === 0x8b ? gunzipped(file) : file;
  if (text.length > MAX_BYTES) throw new ConversionError('too-large', `${text.length} bytes of animation`);
  return text;
}

const isNumbers = (values: readonly unknown[]): values is readonly number[] =>
  values.every((value) => typeof value === 'number' && Number.isFinite(value));

const TEXT_LAYER = 5;

const holdsText = (layers: readonly unknown[]): boolean =>
  layers.some((layer) => typeof layer === 'object' && layer !== null && 'ty' in layer && layer.ty === TEXT_LAYER);

function parsed(text: Bytes): Readonly<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(text));
    return typeof json === 'object' && json !== null ? (json as Readonly<Record<string, unknown>>) : {};
  } catch (cause) {
    throw new ConversionError('corrupt', 'no JSON', { cause });
  }
}

function gunzipped(file: Bytes): Bytes {
  const parts: Uint8Array[] = [];
  let length = 0;
  const stream = new Gunzip((part) => {
    length += part.length;
    if (length > MAX_BYTES) throw new ConversionError('too-large', `more than ${MAX_BYTES} bytes of animation`);
    parts.push(part);
  });
  try {
    stream.push(file, true);
  } catch (cause) {
    throw cause instanceof ConversionError ? cause : new ConversionError('corrupt', 'does not unpack', { cause });
  }
  return concat(parts);
}

/** Returns the JSON of the first animation in a package's manifest. */
function firstOf(file: Bytes): Bytes {
  const members = unpackParts(file, (name) => /^(?:manifest\.json|(?:animations|a)\/[^/]+\.json)$/.test(name), MAX_BYTES);
  const named =
    /"animations"\s*:\s*\[\s*\{[^}]*?"id"\s*:\s*"([^"]+)"/.exec(
      new TextDecoder().decode(members.get('manifest.json') ?? new Uint8Array()),
    )?.[1] ?? '';
  const text = members.get(`animations/${named}.json`) ?? members.get(`a/${named}.json`);
  if (!text) throw new ConversionError('corrupt', 'a package without animation');
  return text;
}
