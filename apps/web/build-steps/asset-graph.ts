/**
 * Determines which built files a visitor needs before any engine, from the module graph of the build. Everything that pages and
 * the converter reach is core, except engines with files of their own (WebAssembly, fonts).
 */
import type { Rollup } from 'vite';

export type Graph = ReadonlyMap<string, GraphNode>;
type GraphNode = {
  /** Path of the chunk's entry module, with `/` as separator. */
  readonly module?: string;
  readonly css: readonly string[];
  readonly imports: readonly string[];
  readonly dynamicImports: readonly string[];
  readonly entry: boolean;
};

/** Adds the chunks of a bundle. Called for the pages and for the workers, which have separate bundles. */
export function addToGraph(graph: Map<string, GraphNode>, bundle: Rollup.OutputBundle): void {
  for (const output of Object.values(bundle)) {
    if (output.type !== 'chunk') continue;
    graph.set(output.fileName, {
      ...(output.facadeModuleId && { module: output.facadeModuleId.split('\\').join('/') }),
      css: [...(output.viteMetadata?.importedCss ?? [])],
      imports: output.imports,
      dynamicImports: output.dynamicImports,
      entry: output.isEntry,
    });
  }
}

/** Returns the file names reachable from the entries, except through modules that `skip` names. */
export function reachable(graph: Graph, skip: (module: string) => boolean): ReadonlySet<string> {
  return collect(graph, ({ entry }) => entry, skip);
}

/** Returns the file names reachable from a module's chunks, including those, except through modules that `skip` names. */
export function reachableFrom(
  graph: Graph,
  isBegin: (module: string) => boolean,
  skip: (module: string) => boolean,
): ReadonlySet<string> {
  const begins = ({ module }: GraphNode): boolean => module !== undefined && isBegin(module);
  return collect(graph, begins, (module) => skip(module) && !isBegin(module));
}

function collect(graph: Graph, begins: (node: GraphNode) => boolean, skip: (module: string) => boolean): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (file: string): void => {
    const node = graph.get(file);
    if (!node || found.has(file) || (node.module && skip(node.module))) return;
    found.add(file);
    for (const css of node.css) found.add(css);
    for (const next of [...node.imports, ...node.dynamicImports]) visit(next);
  };
  for (const [file, node] of graph) if (begins(node)) visit(file);
  return found;
}
