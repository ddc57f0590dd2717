import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Plugin, type RolldownOutput, rolldown } from 'rolldown';
// oxlint-disable-next-line no-restricted-imports -- rolldown's name, not ours
import { type ESTree, parseSync, Visitor } from 'rolldown/utils';

/** Input and output of a bundle. Paths are absolute. */
export type BundleOptions = {
  /** Root folder of the repository. */
  readonly root: string;
  /** Folder the bundle runs from. It contains all files of the bundle. */
  readonly folder: string;
  /** Output folder: `folder` or a sibling of it, since modules refer to files by relative paths. */
  readonly writeTo: string;
  /** Entry file names, without `.js`, and their source modules. */
  readonly entries: Readonly<Record<string, string>>;
  /** npm packages to bundle with their dependencies. All others are loaded from `node_modules`, except the version of one workspace. */
  readonly packages: readonly string[];
  /** Packages that stay external although a bundled package imports them. */
  readonly optional?: readonly string[];
  /** Modules whose path matches are written to one file. By default, modules share a file if the same entries load them. */
  readonly groups?: readonly { readonly name: string; readonly test: RegExp }[];
};

/**
 * Bundles programs that run on Node. `import.meta.url` and `import.meta.dirname` still refer to the source file, so paths to
 * migrations, fonts and WebAssembly files stay valid. A thread or process started from `new URL('./name.ts', import.meta.url)`
 * becomes an entry of the bundle, and the URL points to it.
 */
export async function bundle({
  root,
  folder,
  writeTo,
  entries,
  packages,
  optional = [],
  groups = [],
}: BundleOptions): Promise<RolldownOutput> {
  const build = await rolldown({
    cwd: root,
    input: { ...entries },
    platform: 'node',
    external: (id, importer) => {
      if (!isPackage(id) || hasOwnVersion(importer, id, root)) return false;
      return isInstalled(importer) ? optional.includes(packageOf(id)) : !packages.includes(packageOf(id));
    },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [keepAddresses(root, folder)],
    onLog(level, log, report) {
      // Warnings fail the build, since unread warnings hide defects.
      if (level === 'warn') throw new Error(`The bundler warns: ${log.message}`);
      report(level, log);
    },
  });
  try {
    return await build.write({
      dir: writeTo,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      codeSplitting: { groups: [...groups] },
    });
  } finally {
    await build.close();
  }
}

/** Whether an import refers to an npm package instead of a file of this repository. */
function isPackage(id: string): boolean {
  return !id.startsWith('.') && !path.isAbsolute(id) && !id.startsWith('@bakkum/') && !id.startsWith('\0');
}

/** Whether the workspace of a module has its own version of a package, which the bundle could not find from its folder. */
function hasOwnVersion(importer: string | undefined, id: string, root: string): boolean {
  if (!importer || isInstalled(importer)) return false;
  for (let folder = path.dirname(importer); folder.startsWith(root + path.sep); folder = path.dirname(folder))
    if (existsSync(path.join(folder, 'node_modules', packageOf(id)))) return true;
  return false;
}

/** Whether a module belongs to an npm package. */
function isInstalled(file = ''): boolean {
  return file.includes(`${path.sep}node_modules${path.sep}`);
}

/** Package name of an import: `@scope/name/file` belongs to `@scope/name`. */
function packageOf(id: string): string {
  return id
    .split('/')
    .slice(0, id.startsWith('@') ? 2 : 1)
    .join('/');
}

function keepAddresses(root: string, folder: string): Plugin {
  const emitted = new Set<string>();
  return {
    name: 'keep-addresses',
    transform(code, id) {
      if (!code.includes('import.meta') || isInstalled(id)) return undefined;
      const { text, programs } = withAddresses(code, { file: id, root, folder });
      for (const { file, fileName } of programs) {
        if (!emitted.has(fileName)) this.emitFile({ type: 'chunk', id: file, fileName });
        emitted.add(fileName);
      }
      // No line moves, so source positions stay close enough without a map.
      return { code: text, map: null };
    },
  };
}

type Addressed = {
  readonly text: string;
  readonly programs: readonly { readonly file: string; readonly fileName: string }[];
};

/** Rewrites `import.meta` in a module to refer to its source file, relative to the folder of the bundle. */
export function withAddresses(
  code: string,
  { file, root, folder }: { readonly file: string; readonly root: string; readonly folder: string },
): Addressed {
  const seen = (place: string): string => JSON.stringify(slashes(path.relative(folder, place)));
  const replacements: { readonly start: number; readonly end: number; readonly by: string }[] = [];
  const programs: { file: string; fileName: string }[] = [];
  const addresses = new Map([
    ['url', `new URL(${seen(file)}, import.meta.url).href`],
    ['filename', `process.getBuiltinModule('node:path').resolve(import.meta.dirname, ${seen(file)})`],
    ['dirname', `process.getBuiltinModule('node:path').resolve(import.meta.dirname, ${seen(path.dirname(file))})`],
  ]);
  new Visitor({
    NewExpression({ callee, arguments: [target, base], start, end }) {
      if (callee.type !== 'Identifier' || callee.name !== 'URL' || !base || propertyOfMeta(base) !== 'url') return;
      if (target?.type !== 'Literal' || typeof target.value !== 'string' || !/^\.{1,2}\/.*\.ts$/.test(target.value)) return;
      const program = path.resolve(path.dirname(file), target.value);
      const fileName = `${slashes(path.relative(root, program)).slice(0, -'.ts'.length).replaceAll('/', '.')}.js`;
      programs.push({ file: program, fileName });
      replacements.push({ start, end, by: `new URL('./${fileName}', import.meta.url)` });
    },
    MemberExpression(node) {
      const by = addresses.get(propertyOfMeta(node) ?? '');
      const isInProgram = replacements.some(({ start, end }) => start <= node.start && node.end <= end);
      if (by && !isInProgram) replacements.push({ start: node.start, end: node.end, by });
    },
  }).visit(parseSync(file, code).program);
  const text = replacements
    .toSorted((a, b) => b.start - a.start)
    .reduce((made, { start, end, by }) => made.slice(0, start) + by + made.slice(end), code);
  return { text, programs };
}

/** Returns the property name of an `import.meta` expression, such as `url`; undefined for other expressions. */
function propertyOfMeta(node: ESTree.Node): string | undefined {
  if (node.type !== 'MemberExpression' || node.computed || node.object.type !== 'MetaProperty') return undefined;
  return node.object.meta.name === 'import' && node.property.type === 'Identifier' ? node.property.name : undefined;
}

function slashes(place: string): string {
  return place.replaceAll(path.sep, '/');
}
