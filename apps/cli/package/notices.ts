/** Licences of third-party code in the package and in its downloads. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { EngineTable } from './engine-table.ts';
import { ROOT } from './repository.ts';

const LICENCE_FILE = /^(un-?rar-?)?(licen[cs]e|copying|notice)/i;
const NO_TEXT = 'Its package contains no license text; see https://spdx.org/licenses for the texts of the identifiers above.';
const LINE = `\n\n${'-'.repeat(80)}\n\n`;

type Described = { readonly name: string; readonly version: string; readonly license?: string; readonly homepage?: string };

/** @param files modules that were bundled, and files that are included, by path */
export function noticesFor(files: readonly string[], { packages, derivedFiles }: EngineTable): string {
  const folders = [...new Set(files.flatMap((file) => packageFolders(file)))].toSorted();
  const included = folders.map((folder) => `${headingOf(describe(folder))}\n\n${textsIn(folder) ?? NO_TEXT}`);
  const engines = readdirSync(path.join(ROOT, 'engines'))
    .map((id) => ({ id, text: textsIn(path.join(ROOT, 'engines', id)) }))
    .flatMap(({ id, text }) => (text ? [`For the ${id} engine:\n\n${text}`] : []));
  const fetched = Object.values(packages).map(({ name }) => `- ${headingOf(describe(path.join(ROOT, 'node_modules', name)))}`);
  const changed = derivedFiles.map(({ name, package: of }) => `- ${name}, made from files of ${of}`);
  return [
    'This package contains code from the projects below, under their own licenses.',
    ...included,
    ...engines,
    `Downloaded from the npm registry when a conversion needs them, with their license files:\n\n${[...fetched, ...changed].join('\n')}\n`,
  ].join(LINE);
}

/** A prepared module is made from the packages that the engine's prepare.mjs names. */
function packageFolders(file: string): readonly string[] {
  const clean = file.replace(/^\0/, '').split('?')[0] ?? '';
  const parts = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(clean.split(path.sep).join('/'));
  if (parts?.[1]) return [parts[1]];
  const engine = /^(.*\/engines\/[^/]+)\/\.prepared\//.exec(clean.split(path.sep).join('/'))?.[1];
  if (!engine) return [];
  const preparation = readFileSync(path.join(engine, 'prepare.mjs'), 'utf8');
  const { dependencies = {} } = JSON.parse(readFileSync(path.join(engine, 'package.json'), 'utf8')) as { dependencies?: object };
  const places = Object.keys(dependencies)
    .filter((name) => !name.startsWith('@bakkum/') && preparation.includes(name))
    .map((name) => [path.join(engine, 'node_modules', name), path.join(ROOT, 'node_modules', name)].find(existsSync));
  return places.flatMap((place) => place ?? []);
}

function describe(folder: string): Described {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Described;
}

function headingOf({ name, version, license = 'see below', homepage }: Described): string {
  return `${name} ${version} (${license})${homepage ? ` ${homepage}` : ''}`;
}

function textsIn(folder: string): string | undefined {
  const names = readdirSync(folder)
    .filter((name) => LICENCE_FILE.test(name))
    .toSorted();
  const texts = names.map((name) => readFileSync(path.join(folder, name), 'utf8').trim());
  return texts.length > 0 ? texts.join('\n\n') : undefined;
}
