import type { Plugin } from 'vite';

const GENERATED = /\/registry\/(?:manifests|engines|asset-pathnames|asset-bytes)\.gen\.ts$/;
const MANIFEST_LINE = /^import \{ manifest as (\w+) \} from '\.\.\/\.\.\/\.\.\/engines\/([^/']+)\/manifest\.ts';\n/gm;
/** A loader or a file of an engine: `'avif/decoder': …`. */
const ROW = /^ {2}'([^'/]+)(?:\/[^']+)?': .*\n/gm;

/** Leaves engines out of the generated lists, so that neither the planner nor the build knows them. */
export function limitEngines(included: ReadonlySet<string>): Plugin {
  return {
    name: 'limit-engines',
    enforce: 'pre',
    transform: { filter: { id: GENERATED }, handler: (code) => ({ code: withoutEngines(code, included), map: null }) },
  };
}

/** @param code of a generated list of the registry */
export function withoutEngines(code: string, included: ReadonlySet<string>): string {
  const left = new Set<string>();
  const lines = code
    .replace(MANIFEST_LINE, (line, name: string, id: string) => {
      if (included.has(id)) return line;
      left.add(name);
      return '';
    })
    .replace(ROW, (line, id: string) => (included.has(id) ? line : ''));
  return lines.replace(/(?<== \[)[\w, ]+(?=\];)/, (names) =>
    names
      .split(', ')
      .filter((name) => !left.has(name))
      .join(', '),
  );
}
