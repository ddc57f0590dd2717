import type { JobFile } from '@bakkum/conversion/workers/worker-protocol';
import type { FileItem, ResultFile } from '../list/conversion-state.ts';

type Archive = Pick<FileItem, 'name' | 'folder'>;
type AtLeastOne<Value> = readonly [Value, ...Value[]];
export type NamedContents = (archive: Archive, files: AtLeastOne<JobFile>) => AtLeastOne<ResultFile>;

const inOrder = new Intl.Collator('en', { numeric: true });

/**
 * Names the files of an archive by their paths, in order. Files that are not all in one folder get one named after the archive, so
 * that they never mix with others where they are saved.
 */
export const namedContents: NamedContents = ({ name, folder }, files) => {
  const paths = files.map(({ label }) => label ?? name);
  const roots = new Set(paths.map((path) => path.slice(0, path.indexOf('/') + 1)));
  const own = roots.size === 1 && !roots.has('') ? [] : [withoutExtension(name)];
  const parents = [...(folder === undefined ? [] : [folder]), ...(paths.length === 1 ? [] : own)];
  const sorted = files.toSorted((one, other) => inOrder.compare(one.label ?? '', other.label ?? ''));
  const [first = files[0], ...rest] = sorted;
  const named = ({ blob, label = name }: JobFile): ResultFile => {
    const folders = [...parents, ...label.split('/').slice(0, -1)].join('/');
    return { blob, name: label.slice(label.lastIndexOf('/') + 1), ...(folders !== '' && { folder: folders }) };
  };
  return [named(first), ...rest.map(named)];
};

/** `photos` for `photos.tar.gz`. */
function withoutExtension(name: string): string {
  return name.replace(/(?:\.tar)?\.[^.]+$/i, '') || name;
}
