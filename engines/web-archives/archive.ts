import { startsWith } from '@bakkum/bytes/bytes';
import { corrupt } from '@bakkum/conversion/errors';
import { bplist } from '@bakkum/data-tree/bplist';
import { plist } from '@bakkum/data-tree/plist';
import { isList, isTable, type Notes, type Table, type Value } from '@bakkum/data-tree/value';
import { decodeStated } from '@bakkum/document-input/text-encoding';

/** A resource of a page: URL, media type and bytes. */
export type Resource = {
  readonly url: string;
  readonly mediaType: string;
  readonly encoding: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
};

/** A page saved by Safari with its resources, including pages in frames. */
export type WebArchive = { readonly page: Resource; readonly resources: readonly Resource[] };

const MAX_FRAMES = 64;

/** Errors: `corrupt`. */
export function readWebArchive(bytes: Uint8Array<ArrayBuffer>, notes: Notes): WebArchive {
  const isBinary = startsWith(bytes, 'bplist');
  const value = isBinary ? bplist : plist;
  const root = value.binary ? value.read(bytes, notes) : value.read(new TextDecoder().decode(bytes), notes);
  const page = isTable(root) ? resourceOf(root.get('WebMainResource')) : undefined;
  if (!isTable(root) || !page) throw corrupt('no page in it');
  return { page, resources: [...resourcesIn(root), ...framesIn(root, 0)] };
}

function resourceOf(value: Value | undefined): Resource | undefined {
  if (value === undefined || !isTable(value)) return undefined;
  const data = value.get('WebResourceData');
  const text = (key: string): string => {
    const found = value.get(key);
    return typeof found === 'string' ? found : '';
  };
  if (!(data instanceof Uint8Array)) return undefined;
  return {
    url: text('WebResourceURL'),
    mediaType: text('WebResourceMIMEType'),
    encoding: text('WebResourceTextEncodingName'),
    bytes: data,
  };
}

const listIn = (table: Table, key: string): readonly Value[] => {
  const value = table.get(key);
  return value !== undefined && isList(value) ? value : [];
};

const resourcesIn = (table: Table): readonly Resource[] =>
  listIn(table, 'WebSubresources').flatMap((each) => resourceOf(each) ?? []);

function framesIn(table: Table, depth: number): readonly Resource[] {
  if (depth > MAX_FRAMES) throw corrupt('frames in frames without end');
  return listIn(table, 'WebSubframeArchives').flatMap((frame) => {
    if (!isTable(frame)) return [];
    const page = resourceOf(frame.get('WebMainResource'));
    return [...(page ? [page] : []), ...resourcesIn(frame), ...framesIn(frame, depth + 1)];
  });
}

export const textOf = ({ bytes, encoding }: Resource): string => decodeStated(bytes, encoding);
