/** Tables of text. */
export const TABLES: ReadonlySet<string> = new Set(['csv', 'tsv']);
/** Formats of bytes. */
export const BINARY: ReadonlySet<string> = new Set(['msgpack', 'cbor', 'bson', 'bplist', 'torrent']);
/** Trees that hold every kind of value, as far as each can. */
export const RICH: ReadonlySet<string> = new Set([
  'json',
  'jsonc',
  'json5',
  'ndjson',
  'yaml',
  'toml',
  'plist',
  'toon',
  ...BINARY,
]);
/** Trees of words, flat ones among them. */
export const PLAIN: ReadonlySet<string> = new Set(['xml', 'ini', 'properties', 'env']);
/** XML and JSON of a trade, that are only read: what belongs in one is for its own programs to say. */
export const DIALECTS: ReadonlySet<string> = new Set(['csl', 'dash', 'xmp', 'csl-json']);
