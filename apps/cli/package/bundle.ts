/** Bundles the command line and its dependencies into plain JavaScript, with engines as lazily loaded chunks. */
import path from 'node:path';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';
import type { EngineTable } from './engine-table.ts';
import { ROOT } from './repository.ts';

/** The oldest Node that the package runs on. */
const TARGET = 'node20.19';
const ASM = /(["'])use asm\1;?/g;
const inRoot = (file: string): string => path.join(ROOT, file);

/** @returns the modules that went into the bundle, by path */
export async function bundle(table: EngineTable, folder: string): Promise<readonly string[]> {
  const bundled = await rolldown({
    cwd: ROOT,
    input: { main: inRoot('apps/cli/package/entry.ts'), worker: inRoot('apps/cli/package/worker.ts') },
    platform: 'node',
    // CommonJS packages read __filename and __dirname, which ES modules do not have.
    transform: { target: TARGET, define: { __dirname: 'import.meta.dirname', __filename: 'import.meta.filename' } },
    plugins: [replaceModules(table)],
    // Otherwise, a missing module or export would fail only when its engine is used.
    onLog: (level, log) => {
      if (level !== 'debug' && log.code !== 'EVAL') throw new Error(`rolldown: ${log.message}`);
    },
  });
  const { output } = await bundled.write({
    dir: folder,
    format: 'esm',
    // Keeps line breaks, so that stack traces stay readable.
    minify: { compress: true, mangle: true, codegen: { removeWhitespace: false } },
    entryFileNames: '[name].js',
    // In the folder of the entries, so that chunks find the worker and included files by relative URL.
    chunkFileNames: ({ facadeModuleId, name }) => `${engineOf(facadeModuleId) ?? name}-[hash].js`,
    comments: { legal: true, jsdoc: false, annotation: false },
  });
  await bundled.close();
  return output.filter((chunk): chunk is OutputChunk => chunk.type === 'chunk').flatMap(({ moduleIds }) => moduleIds);
}

function engineOf(module: string | null | undefined): string | undefined {
  return /engines\/([^/]+)\/engine\.ts$/.exec(module ?? '')?.[1];
}

/** Replaces the location of engine files and the name of the worker file. */
function replaceModules(table: EngineTable): Plugin {
  const FILES = inRoot('packages/core/registry/node/engine-files.node.ts');
  const SPAWN = inRoot('packages/core/registry/node/spawn.node.ts');
  const TABLE = inRoot('apps/cli/fetched/package-table.ts');
  return {
    name: 'bakkum-package',
    load(id) {
      if (id === FILES) return `export * from ${JSON.stringify(inRoot('apps/cli/fetched/engine-files.node.ts'))};`;
      return id === TABLE ? tableModule(table) : undefined;
    },
    transform(code, id) {
      // Reprinted asm.js is invalid, and Node warns on standard error. It runs as JavaScript in either case.
      if (id.includes('node_modules')) return code.includes('use asm') ? code.replaceAll(ASM, '') : undefined;
      if (id !== SPAWN) return undefined;
      const replaced = code.replace('./worker.node.ts', './worker.js');
      if (replaced === code) throw new Error(`${SPAWN} starts its worker in another way`);
      return replaced;
    },
  };
}

function tableModule({ packages, assets, engines, derivedFiles }: EngineTable): string {
  const imports = derivedFiles.map(({ module }, index) => `import { derived as _${index} } from ${JSON.stringify(module)};`);
  const byPackage = Map.groupBy(
    derivedFiles.map((file, index) => ({ ...file, index })),
    (file) => file.package,
  );
  const derived = [...byPackage].map(([name, files]) => {
    const made = files.map((file) => `${JSON.stringify(file.name)}: _${file.index}[${JSON.stringify(file.name)}]`);
    return `${JSON.stringify(name)}: { ${made.join(', ')} }`;
  });
  const data = JSON.stringify({ packages, assets, engines });
  return `${imports.join('\n')}\nexport const TABLE = { ...${data}, derived: { ${derived.join(', ')} } };\n`;
}
