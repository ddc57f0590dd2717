/** Third-party notices: the packages in this build, with their versions, licences and licence texts. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MANIFESTS } from '@bakkum/registry/manifests.gen';
import { z } from 'zod';

/** Dependencies used only to build the website. */
const BUILD_TOOLS: ReadonlySet<string> = new Set(['@react-router/dev', '@tailwindcss/vite', 'subset-font', 'vite']);
const WEB = 'apps/web';
const WORKSPACES = [WEB, 'apps/server'];
const LICENSE_FILE = /^(un-?rar-?)?(licen[cs]e|copying|notice)/i;

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      link: z.boolean().optional(),
      resolved: z.string().optional(),
      dependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
type Lockfile = z.infer<typeof lockfile>['packages'];

const described = z.object({ homepage: z.string().optional(), license: z.string().optional() });

export type Notice = { readonly name: string; readonly version: string; readonly license: string; readonly homepage?: string };
export type Notices = { readonly engines: readonly Notice[]; readonly libraries: readonly Notice[] };

/**
 * Writes `notices.json` (the table of the page) and `third-party-notices.txt` (all texts) to a folder.
 * @param engines ids of the engines of a copy without a server; default: all engines, and the server
 */
export function writeNotices(root: string, folder: string, engines?: ReadonlySet<string>): void {
  const manifests = MANIFESTS.filter(({ id }) => engines === undefined || engines.has(id));
  const workspaces = [...(engines === undefined ? WORKSPACES : [WEB]), ...manifests.map(({ id }) => `engines/${id}`)];
  const packages = lockfile.parse(JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))).packages;
  const places = [...shippedPlaces(packages, workspaces)].sort((a, b) => nameOf(a).localeCompare(nameOf(b), 'en'));
  const libraries = places.map((place) => ({ place, notice: noticeOf(root, packages, place) }));
  const programs = manifests
    .flatMap(({ id, program, license }) => (program ? [{ id, notice: { ...program, license } }] : []))
    .sort((a, b) => a.notice.name.localeCompare(b.notice.name, 'en'));
  const notices: Notices = { engines: programs.map(({ notice }) => notice), libraries: libraries.map(({ notice }) => notice) };
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'notices.json'), JSON.stringify(notices));
  const sections = [
    ...programs.map(({ id, notice }) => ({ notice, texts: ownTexts(path.join(root, 'engines', id)).join('\n\n') })),
    ...libraries.map(({ place, notice }) => ({ notice, texts: licenseTexts(path.join(root, place)) })),
  ];
  // Libraries with the same texts share one section.
  const shared = [...Map.groupBy(sections, ({ notice, texts }) => texts || notice.name).values()].map((same) =>
    [...same.map(({ notice }) => heading(notice)), same[0]?.texts ?? ''].filter((part) => part !== '').join('\n\n'),
  );
  writeFileSync(path.join(folder, 'third-party-notices.txt'), `${shared.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
}

/** Returns the lockfile paths of every package that these workspaces need at run time. */
function shippedPlaces(packages: Lockfile, workspaces: readonly string[]): ReadonlySet<string> {
  const shipped = new Set<string>();
  const visit = (name: string, from: string): void => {
    const place = resolvePlace(packages, name, from);
    if (!place || shipped.has(place)) return;
    const row = packages[place];
    if (row?.link && row.resolved !== undefined) return followAll(row.resolved);
    shipped.add(place);
    for (const dependency of Object.keys(row?.dependencies ?? {})) visit(dependency, place);
  };
  const visited = new Set<string>();
  const followAll = (workspace: string): void => {
    if (visited.has(workspace)) return;
    visited.add(workspace);
    for (const dependency of Object.keys(packages[workspace]?.dependencies ?? {}))
      if (!BUILD_TOOLS.has(dependency)) visit(dependency, workspace);
  };
  for (const workspace of workspaces) followAll(workspace);
  return shipped;
}

/** Resolves like Node: the innermost node_modules with the package. */
function resolvePlace(packages: Lockfile, name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.includes('/') ? folder.slice(0, folder.lastIndexOf('/')) : '') {
    const place = `${folder ? `${folder}/` : ''}node_modules/${name}`;
    if (packages[place]) return place;
    if (folder === '') return undefined;
  }
}

function noticeOf(root: string, packages: Lockfile, place: string): Notice {
  const file = path.join(root, place, 'package.json');
  const { homepage, license } = existsSync(file) ? described.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
  const row = packages[place];
  return {
    name: nameOf(place),
    version: row?.version ?? '',
    license: row?.license ?? license ?? 'see its text',
    ...(homepage && /^https?:\/\//.test(homepage) && { homepage }),
  };
}

function licenseTexts(folder: string): string {
  if (!existsSync(folder)) return '(for another platform; not on this machine)';
  const texts = ownTexts(folder);
  return texts.length > 0 ? texts.join('\n\n') : '(the package carries no licence file; its manifest names the licence above)';
}

/** Returns the licence files in a folder: of a package, or of an engine whose package only links to its licence. */
function ownTexts(folder: string): readonly string[] {
  const files = ['', 'dist'].flatMap((part) => {
    const place = path.join(folder, part);
    if (!existsSync(place)) return [];
    return readdirSync(place, { withFileTypes: true })
      .filter((entry) => entry.isFile() && LICENSE_FILE.test(entry.name))
      .map((entry) => path.join(place, entry.name));
  });
  return files.map((file) => readFileSync(file, 'utf8').trim());
}

function heading({ name, version, license, homepage }: Notice): string {
  return [`${name} ${version}`, `License: ${license}`, ...(homepage ? [homepage] : [])].join('\n');
}

function nameOf(place: string): string {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
