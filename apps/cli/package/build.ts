/**
 * Builds the `bakkum` package: `npm run pack:cli [-- --out FOLDER]`. Prints the path of the tarball.
 * It includes the bundle and small engine files; the others are downloaded from the npm registry when a conversion needs them.
 */
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readCommandLine } from '../../../scripts/command-line/command-line.mjs';
import { PACK_CLI } from '../../../scripts/commands/tasks.mjs';
import { bundle } from './bundle.ts';
import { type EngineTable, engineTable } from './engine-table.ts';
import { noticesFor } from './notices.ts';
import { packFolder } from './pack-folder.ts';
import { ROOT } from './repository.ts';

const { values } = readCommandLine(PACK_CLI, process.argv.slice(2));
const out = path.resolve(values.out ?? path.join(ROOT, 'apps/cli/build'));
const folder = path.join(out, 'package');

rmSync(folder, { recursive: true, force: true });
mkdirSync(path.join(folder, 'dist'), { recursive: true });
const table = await engineTable();
const modules = await bundle(table, path.join(folder, 'dist'));
includeFiles(table);
describePackage(modules, table);
process.stdout.write(`${await packFolder(folder, out)}\n`);

function includeFiles({ includedFiles }: EngineTable): void {
  for (const { file, as } of includedFiles) {
    const target = path.join(folder, 'dist/files', as);
    mkdirSync(path.dirname(target), { recursive: true });
    copyFileSync(file, target);
  }
}

function describePackage(modules: readonly string[], { includedFiles }: EngineTable): void {
  const { version, license, engines } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
    license: string;
    engines: { node: string };
  };
  const description = 'Converts documents, images, video, audio, data and archives on your own machine.';
  const main = path.join(folder, 'dist/main.js');
  writeFileSync(main, `#!/usr/bin/env node\n${readFileSync(main, 'utf8')}`);
  chmodSync(main, 0o755);
  const manifest = {
    name: 'bakkum',
    version,
    description,
    license,
    type: 'module',
    bin: { bakkum: 'dist/main.js' },
    files: ['dist', 'THIRD-PARTY-NOTICES.txt'],
    engines,
  };
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  copyFileSync(path.join(import.meta.dirname, 'README.md'), path.join(folder, 'README.md'));
  copyFileSync(path.join(ROOT, 'LICENSE'), path.join(folder, 'LICENSE'));
  const files = [...modules, ...includedFiles.map(({ file }) => file)];
  writeFileSync(path.join(folder, 'THIRD-PARTY-NOTICES.txt'), noticesFor(files, table));
}
