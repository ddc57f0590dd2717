/** Delimited text tables. */
export const TABLES: ReadonlySet<string> = new Set(['csv', 'tsv']);
/** Binary formats. */
export const BINARY: ReadonlySet<string> = new Set(['msgpack', 'cbor', 'bson', 'bplist', 'torrent']);
/** Trees that hold most types of values. */
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
/** Trees of strings, some of them flat. */
export const PLAIN: ReadonlySet<string> = new Set(['xml', 'ini', 'properties', 'env']);
/** Domain-specific XML and JSON, read only: their own programs define valid content. */
export const DIALECTS: ReadonlySet<string> = new Set(['csl', 'dash', 'xmp', 'csl-json']);
