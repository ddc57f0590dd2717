import { run } from '../process.mjs';
import { inRoot, root, say } from '../project-root.mjs';

/** Formats all sources, or the given paths, and sorts imports. */
export async function format(args) {
  say('formatting …');
  const biome = inRoot('node_modules', '@biomejs', 'biome', 'bin', 'biome');
  const { code } = await run(process.execPath, [biome, 'check', '--write', ...(args.length > 0 ? args : ['.'])], { cwd: root });
  process.exitCode = code;
}
