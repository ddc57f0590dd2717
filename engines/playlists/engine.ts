import { type Engine, readInput, type Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { DATA, dataTree } from '@bakkum/data-tree/tree';
import { type Table, type Value } from '@bakkum/data-tree/value';
import { decodeText } from '@bakkum/document-input/text-encoding';
import { readM3u, readPls, writeM3u, writePls } from './line-lists.ts';
import { readLiveStream } from './live-stream.ts';
import type { Entry, Playlist } from './playlist.ts';
import { readAsx, readWpl, readXspf, writeAsx, writeWpl, writeXspf } from './xml-lists.ts';

const MAX_BYTES = 64 * 1024 * 1024;

type Dialect = {
  readonly read: (text: string) => Playlist;
  readonly write: (list: Playlist) => string;
  readonly type: string;
};

const DIALECTS: Readonly<Record<string, Dialect>> = {
  m3u: { read: readM3u, write: writeM3u, type: 'audio/x-mpegurl' },
  pls: { read: readPls, write: writePls, type: 'audio/x-scpls' },
  xspf: { read: readXspf, write: writeXspf, type: 'application/xspf+xml' },
  asx: { read: readAsx, write: writeAsx, type: 'video/x-ms-asf' },
  wpl: { read: readWpl, write: writeWpl, type: 'application/vnd.ms-wpl' },
};

/** Converts playlists to each other and to lists, and live streams to lists. Fetches nothing. */
export const engine: Engine = {
  async convert({ inputs, from, to }, context) {
    context.signal.throwIfAborted();
    const bytes = await readInput(inputs[0], MAX_BYTES);
    context.onProgress(0.5);
    if (from === 'hls') return { outputs: [{ content: dataTree(readLiveStream(decodeText(bytes))) }], warnings: [] };
    const { read } = dialectOf(from);
    const list = read(decodeText(bytes));
    if (list.entries.length === 0) throw new ConversionError('empty', 'nothing is in the list');
    const warnings: readonly Warning[] = list.isCut ? [{ code: 'damaged-source' }] : [];
    if (to === DATA) return { outputs: [{ content: dataTree(list.entries.map(recordOf)) }], warnings };
    const { write, type } = dialectOf(to);
    return { outputs: [{ content: new Blob([write(list)], { type }) }], warnings };
  },
};

function dialectOf(id: string): Dialect {
  const dialect = DIALECTS[id];
  if (!dialect) throw new RangeError(`no playlist is ${id}`);
  return dialect;
}

function recordOf({ location, title, artist, album, seconds }: Entry): Table {
  return new Map<string, Value>([
    ['location', location],
    ['title', title],
    ['artist', artist],
    ['album', album],
    ['seconds', seconds ?? null],
  ]);
}
