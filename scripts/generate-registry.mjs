/**
 * Writes packages/core/registry/*.gen.ts from the tree: every engine folder with a manifest, every table in formats/, and the name of
 * every article.
 * An engine that needs a modified package runs `prepare` of its prepare.mjs first, which writes into `.prepared/`.
 * An engine that needs an installed program (a capability `native-…`) is listed only for Node, and so is every provider.
 * Folders whose names start with `_` are skipped. Nothing else in the product lists engines or formats by hand.
 * An optional argument names another output folder, to inspect the result.
 * ENGINE_LICENSES (comma-separated SPDX ids, or "permissive") leaves out engines an operator may not ship; RECOGNITION_LANGUAGES adds
 * languages to text recognition.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import parseLicense from 'spdx-expression-parse';
import { addedLanguages } from './recognition-languages.mjs';

const root = path.resolve(import.meta.dirname, '..');
/** Other scripts import this one and have their own arguments. */
const asked = process.argv[1] && path.resolve(process.argv[1]) === import.meta.filename ? process.argv[2] : undefined;
const registry = path.resolve(asked ?? path.join(root, 'packages/core/registry'));
const PERMISSIVE = ['Apache-2.0', 'MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Unlicense', 'Zlib', '0BSD', 'NIST-Software'];

/** The contract of each kind of provider. */
const CONTRACTS = {
  image: { from: '@bakkum/image-provider/provider', manifest: 'ImageProviderManifest' },
  payment: { from: '@bakkum/payment/provider', manifest: 'PaymentManifest' },
};

const allowed = licensesFrom(process.env.ENGINE_LICENSES);
// Read by manifests, which are imported below.
if (!asked) put(path.join(root, 'packages/documents/recognition/added-languages.gen.ts'), addedLanguagesModule());
const engines = [];
const nativeEngines = [];
for (const id of foldersWith('engines', 'manifest.ts')) {
  const { manifest } = await import(pathToFileURL(path.join(root, 'engines', id, 'manifest.ts')).href);
  if (manifest.id !== id) throw new Error(`engines/${id}/manifest.ts says its id is ${manifest.id}`);
  if (!isAllowed(licenseOf(manifest))) continue;
  const preparation = path.join(root, 'engines', id, 'prepare.mjs');
  if (existsSync(preparation)) {
    const { prepare } = await import(pathToFileURL(preparation).href);
    prepare(
      (specifier) => locate(id, specifier),
      (file, content) => put(path.join(root, 'engines', id, '.prepared', file), content),
    );
  }
  (manifest.requires.some((need) => need.startsWith('native-')) ? nativeEngines : engines).push(manifest);
}
const tables = readdirSync(path.join(root, 'formats'))
  .filter(
    (file) =>
      file.endsWith('.ts') &&
      !file.endsWith('.test.ts') &&
      /^export const FORMATS\b/m.test(readFileSync(path.join(root, 'formats', file), 'utf8')),
  )
  .map((file) => file.slice(0, -3))
  .sort();

mkdirSync(registry, { recursive: true });
write('manifests', [
  ...engines.map((engine) => `import { manifest as ${name(engine.id)} } from '../../../engines/${engine.id}/manifest.ts';`),
  `import type { EngineManifest } from '@bakkum/conversion/engine';`,
  '',
  `export const MANIFESTS: readonly EngineManifest[] = [${engines.map((engine) => name(engine.id)).join(', ')}];`,
]);
write('engines', [
  `import type { Engine } from '@bakkum/conversion/engine';`,
  '',
  'export const ENGINE_LOADERS: Readonly<Record<string, () => Promise<{ readonly engine: Engine }>>> = {',
  ...engines.map((engine) => `  '${engine.id}': () => import('../../../engines/${engine.id}/engine.ts'),`),
  '};',
]);
write('native-engines.node', [
  ...nativeEngines.map((engine) => `import { manifest as ${name(engine.id)} } from '../../../engines/${engine.id}/manifest.ts';`),
  `import type { EngineManifest } from '@bakkum/conversion/engine';`,
  '',
  `export const NATIVE_MANIFESTS: readonly EngineManifest[] = [${nativeEngines.map((engine) => name(engine.id)).join(', ')}];`,
]);
write('native-loaders.node', [
  `import type { Engine } from '@bakkum/conversion/engine';`,
  '',
  'export const NATIVE_LOADERS: Readonly<Record<string, () => Promise<{ readonly engine: Engine }>>> = {',
  ...nativeEngines.map((engine) => `  '${engine.id}': () => import('../../../engines/${engine.id}/engine.ts'),`),
  '};',
]);
write('manifest-loaders.node', [
  `import type { EngineManifest } from '@bakkum/conversion/engine';`,
  '',
  'export const MANIFEST_LOADERS: Readonly<Record<string, () => Promise<{ readonly manifest: EngineManifest }>>> = {',
  ...[...engines, ...nativeEngines].map(
    (engine) => `  '${engine.id}': () => import('../../../engines/${engine.id}/manifest.ts'),`,
  ),
  '};',
]);
const hashOf = openHashes();
write('asset-pathnames', [
  '/** URL path of each engine file. It contains a hash of the content, so a cached response never goes stale. */',
  'export const ASSET_PATHNAMES: Readonly<Record<string, string>> = {',
  ...assetsOf((asset) => `  '${asset.engine}/${asset.asset}': '${pathnameOf(asset.file)}',`),
  '};',
]);
hashOf.save();
write('assets.node', [
  'const FILES: Readonly<Record<string, string>> = {',
  ...assetsOf((asset) => `  '${asset.engine}/${asset.asset}': '${relative(asset.file)}',`),
  '};',
  '',
  '/** Location of the file of an asset `engine/asset`; undefined if no engine declares it. */',
  'export function assetUrl(asset: string): URL | undefined {',
  '  const file = FILES[asset];',
  '  return file === undefined ? undefined : new URL(file, import.meta.url);',
  '}',
]);
write('asset-bytes', [
  '/** Bytes of each file of an engine, unpacked. */',
  'export const ASSET_BYTES: Readonly<Record<string, number>> = {',
  ...assetsOf((asset) => `  '${asset.engine}/${asset.asset}': ${statSync(asset.file).size},`),
  '};',
]);
write('formats', [
  ...tables.map((table) => `import { FORMATS as ${name(table)} } from '../../../formats/${table}.ts';`),
  `import type { Format } from '@bakkum/formats/format';`,
  '',
  `export const FORMATS: readonly Format[] = [${tables.map((table) => `...${name(table)}`).join(', ')}];`,
]);
write('articles', [
  '/** Folders with an article. */',
  `export const ARTICLE_IDS: readonly string[] = [${foldersWith('content/articles', 'en.md')
    .map((id) => `'${id}'`)
    .join(', ')}];`,
]);
for (const kind of ['image', 'payment']) {
  const providers = foldersWith('providers', 'manifest.ts')
    .filter((folder) => folder.startsWith(`${kind}-`))
    .map((folder) => folder.slice(kind.length + 1));
  const [upper, title, contract] = [kind.toUpperCase(), kind[0].toUpperCase() + kind.slice(1), CONTRACTS[kind]];
  write(`${kind}-providers.node`, [
    ...providers.map((id) => `import { manifest as ${name(id)} } from '../../../providers/${kind}-${id}/manifest.ts';`),
    `import type { ${contract.manifest}, ${title}ProviderModule } from '${contract.from}';`,
    '',
    `export const ${upper}_PROVIDERS: readonly ${contract.manifest}[] = [${providers.map(name).join(', ')}];`,
    '',
    `export const ${upper}_PROVIDER_LOADERS: Readonly<Record<string, () => Promise<${title}ProviderModule>>> = {`,
    ...providers.map((id) => `  '${id}': () => import('../../../providers/${kind}-${id}/client.ts'),`),
    '};',
  ]);
}

function addedLanguagesModule() {
  const codes = addedLanguages(process.env).map((code) => `'${code}'`);
  return [
    '// Made by scripts/generate-registry.mjs from the setting RECOGNITION_LANGUAGES. Do not edit.',
    '/** Languages that the operator added, as codes of Tesseract. */',
    `export const ADDED_LANGUAGES: readonly string[] = [${codes.join(', ')}];`,
    '',
  ].join('\n');
}

function licensesFrom(setting) {
  if (!setting || setting === 'all') return undefined;
  return setting.split(',').flatMap((license) => (license.trim() === 'permissive' ? PERMISSIVE : [license.trim()]));
}

/** @returns the parsed SPDX expression of an engine's licence */
function licenseOf({ id, license }) {
  try {
    return parseLicense(license);
  } catch (cause) {
    throw new Error(`engines/${id}/manifest.ts: licence "${license}" is not an SPDX expression`, { cause });
  }
}

/** `A OR B` is satisfied by either, `A AND B` needs both. */
function isAllowed({ license, conjunction, left, right }) {
  if (!allowed) return true;
  if (conjunction === 'or') return isAllowed(left) || isAllowed(right);
  if (conjunction === 'and') return isAllowed(left) && isAllowed(right);
  return allowed.includes(license);
}

function foldersWith(parent, file) {
  const dir = path.join(root, parent);
  if (!existsSync(dir)) return [];
  return readdirSync(dir)
    .filter((folder) => !folder.startsWith('_') && existsSync(path.join(dir, folder, file)))
    .sort();
}

function assetsOf(line) {
  return engines.flatMap((engine) =>
    Object.entries(engine.assets).map(([asset, specifier]) =>
      line({ engine: engine.id, asset, file: locate(engine.id, specifier) }),
    ),
  );
}

/**
 * Returns the file of an asset: in the engine's folder, or in the installed npm package. Package export maps do not apply to data
 * files.
 */
function locate(engine, specifier) {
  const folder = path.join(root, 'engines', engine);
  const candidates = specifier.startsWith('./')
    ? [path.join(folder, specifier)]
    : [path.join(folder, 'node_modules', specifier), path.join(root, 'node_modules', specifier)];
  const file = candidates.find((candidate) => existsSync(candidate));
  if (!file) throw new Error(`engines/${engine} needs ${specifier}, which is not installed. Run npm ci.`);
  return file;
}

/** Writes atomically, as another process may read or write the same file. */
function put(file, content) {
  if (existsSync(file) && readFileSync(file).equals(Buffer.from(content))) return;
  mkdirSync(path.dirname(file), { recursive: true });
  const next = `${file}.${process.pid}`;
  writeFileSync(next, content);
  renameSync(next, file);
}

/** Returns name and content hash, such as `/assets/engines/pdfium-Hq3v….wasm`. Engines that share a file share its URL. */
function pathnameOf(file) {
  const { name: stem, ext } = path.parse(file);
  return `/assets/engines/${stem}-${hashOf(file)}${ext}`;
}

/**
 * Content hashes of files (SHA-256, 72 bits as base64url). Reading 400 MB takes a second, so hashes are cached by size and
 * modification time.
 */
function openHashes() {
  const record = path.join(root, '.cache', 'asset-hashes.json');
  const known = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {};
  const current = {};
  const hash = (file) => {
    const { size, mtimeMs } = statSync(file);
    const key = path.relative(root, file);
    const remembered = known[key];
    const isCurrent = remembered?.size === size && remembered.mtimeMs === mtimeMs;
    current[key] ??= isCurrent ? remembered : { size, mtimeMs, hash: contentHash(file) };
    return current[key].hash;
  };
  hash.save = () => put(record, JSON.stringify(current));
  return hash;
}

function contentHash(file) {
  return createHash('sha256').update(readFileSync(file)).digest('base64url').slice(0, 12);
}

function relative(file) {
  return path.relative(registry, file).split(path.sep).join('/');
}

function name(id) {
  return `_${id.replace(/[^a-z0-9]+/gi, '_')}`;
}

function write(file, lines) {
  const target = path.join(registry, `${file}.gen.ts`);
  const text = `// Made by scripts/generate-registry.mjs from the tree. Do not edit.\n${lines.join('\n')}\n`;
  if (!existsSync(target) || readFileSync(target, 'utf8') !== text) writeFileSync(target, text);
}
