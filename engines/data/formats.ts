import type { FormatId } from '@bakkum/conversion/engine';
import { bplist } from '@bakkum/data-tree/bplist';
import { plist } from '@bakkum/data-tree/plist';
import type { DataFormat } from '@bakkum/data-tree/value';
import { bencode } from './bencode.ts';
import { bson } from './bson.ts';
import { cbor } from './cbor.ts';
import { env, ini, properties } from './flat.ts';
import { json, json5, jsonc, ndjson } from './json.ts';
import { msgpack } from './msgpack.ts';
import { references } from './references.ts';
import { toml } from './toml.ts';
import { toon } from './toon.ts';
import { xml } from './xml.ts';
import { yaml } from './yaml.ts';

/** Formats of trees; delimited tables have other options. */
export const FORMATS: Readonly<Record<FormatId, DataFormat>> = {
  json,
  jsonc,
  json5,
  ndjson,
  yaml,
  toml,
  toon,
  xml,
  'csl-json': references,
  csl: xml,
  dash: xml,
  xmp: xml,
  ini,
  properties,
  env,
  plist,
  msgpack,
  cbor,
  bson,
  bplist,
  torrent: bencode,
};
