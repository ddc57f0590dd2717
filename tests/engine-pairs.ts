/** Pairs that the contract suites try with each engine: its sources with a fixture, and plans between files around its steps. */
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { buildTree, FILES, type FileTree } from '@bakkum/archive-tree/tree';
import type { Capability } from '@bakkum/conversion/capabilities';
import type { Content, EngineManifest, Operation } from '@bakkum/conversion/engine';
import type { Plan, PlanStep } from '@bakkum/conversion/planner';
import { DATA, dataTree } from '@bakkum/data-tree/tree';
import type { Value } from '@bakkum/data-tree/value';
import { TYPST_DOCUMENT, typstDocument } from '@bakkum/document-typesetting/typst-document';
import { detectFormat, readHead } from '@bakkum/formats/detect';
import { MODEL_SCENE, modelScene, type Scene } from '@bakkum/model-scene/scene';
import { stillRaster } from '@bakkum/raster/construct';
import { encodePng } from '@bakkum/raster/png-file';
import { RASTER } from '@bakkum/raster/raster';
import { fallbackFormat, plannerFor, publicFormats } from '@bakkum/registry/catalogue';
import { testPicture } from './test-picture.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const NODE_PLANNER = plannerFor(new Set());
const FALLBACK = fallbackFormat();
const PUBLIC = new Set([...publicFormats(), ...(FALLBACK ? [FALLBACK] : [])].map(({ id }) => id));

/** Whether a format is a file, not an interchange format. */
export const isPublic = (format: string): boolean => PUBLIC.has(format);

/**
 * Files in `images` are named after their format; elsewhere the content determines it, and the first file of a format is used.
 */
export const FIXTURES = await fixturesByFormat();

async function fixturesByFormat(): Promise<ReadonlyMap<string, string>> {
  const files = readdirSync(path.join(ROOT, 'tests/fixtures'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => ({
      name: entry.name,
      folder: path.basename(entry.parentPath),
      file: path.join(entry.parentPath, entry.name),
    }))
    .sort((one, other) => one.file.localeCompare(other.file, 'en'));
  const found = new Map<string, string>();
  for (const { name, folder, file } of files)
    if (folder === 'images') for (const prefix of ['', 'images/']) found.set(prefix + name.slice(0, name.indexOf('.')), file);
  for (const { name, folder, file } of files) {
    if (folder === 'images' || name.startsWith('encrypted.')) continue;
    const detected = detectFormat({ ...(await readHead(new Blob([await readFile(file)]))), name }, publicFormats());
    const format = detected.format ?? (folder === 'unknown' ? FALLBACK : undefined);
    for (const key of format ? [format.id, `${folder}/${format.id}`] : []) if (!found.has(key)) found.set(key, file);
  }
  return found;
}

/** Interchange formats: how to create and consume each, and a sample for tests. */
export const BETWEEN: ReadonlyMap<
  string,
  { readonly file: string; readonly end?: string; readonly make: () => Promise<Content> }
> = new Map([
  [TYPST_DOCUMENT, { file: 'md', end: 'pdf', make: async () => typstDocument('= 제목\n\nwords', new Map()) }],
  [RASTER, { file: 'png', make: async () => stillRaster(testPicture(64, 48), { width: 64, height: 48 }) }],
  [FILES, { file: 'zip', make: madeFiles }],
  [
    DATA,
    {
      file: 'json',
      end: 'json',
      make: async () =>
        dataTree([
          new Map<string, Value>([
            ['이름', '다람쥐'],
            ['age', 3],
          ]),
        ]),
    },
  ],
  [MODEL_SCENE, { file: 'obj', end: 'ply', make: async () => modelScene(madeModel()) }],
]);

/** Contains an image, so that comic engines find a page. */
async function madeFiles(): Promise<FileTree> {
  const content = new Blob([await encodePng(testPicture(64, 48))]);
  const entry = { kind: 'file', path: 'folder/page.png', size: content.size, open: () => content.stream() } as const;
  return buildTree([entry], content.size).tree;
}

/** A plate of one triangle and one quad. */
function madeModel(): Scene {
  const positions = Float64Array.of(0, 0, 0, 2, 0, 0, 2, 1, 0, 0, 1, 0, 1, 2, 0.5);
  return { meshes: [{ positions, corners: Uint32Array.of(0, 1, 2, 3, 3, 2, 4), sizes: Uint32Array.of(4, 3) }], materials: [] };
}

export type Pair = { readonly from: string; readonly to: string; readonly step: PlanStep };

/**
 * Selects pairs that may break independently: every target of decoded pixels, and for each source with a fixture the first target
 * of each row.
 */
export function pairsOf(manifest: EngineManifest, host: ReadonlySet<Capability> = new Set()): readonly Pair[] {
  const pairs = manifest.conversions
    .filter(({ requires = [] }) => [...manifest.requires, ...requires].every((need) => host.has(need)))
    .flatMap(({ from: sources, to: targets, fidelity, cost, sameFormat }) =>
      sources.flatMap((from) => {
        const different = targets.filter((to) => to !== from);
        const others = different.length === 0 && sameFormat ? [from] : different;
        const wanted = BETWEEN.has(from) ? others : FIXTURES.has(from) ? others.slice(0, 1) : [];
        return wanted.map((to): Pair => ({ from, to, step: { engine: manifest.id, from, to, fidelity, cost } }));
      }),
    );
  return [...new Map(pairs.map((each) => [`${each.from} ${each.to}`, each])).values()];
}

export async function inputOf(from: string, engine: string): Promise<Content> {
  return BETWEEN.get(from)?.make() ?? fixtureOf(from, engine);
}

/** Engines that need images with specific content, such as words. */
const WITH_OWN_IMAGES: ReadonlySet<string> = new Set(['text-recognition']);

/** Prefers images named after the format, then the engine's own fixtures, as not every table contains coordinates. */
export async function fixtureOf(format: string, engine = ''): Promise<Blob> {
  const folders = hasOwnImages(engine) ? [engine, 'images'] : ['images', engine];
  const places = folders.map((folder) => FIXTURES.get(`${folder}/${format}`));
  return new Blob([await readFile(places.find((place) => place !== undefined) ?? FIXTURES.get(format) ?? '')]);
}

export function hasOwnImages(engine: string): boolean {
  return WITH_OWN_IMAGES.has(engine);
}

/** Extends the pair to a plan between files: decoded pixels need an encoder after them, or a decoder before. */
export function planOf({ from, to, step }: Pair, planner = NODE_PLANNER): Plan {
  const before = isPublic(from) ? [] : stepsOf(BETWEEN.get(from)?.file ?? '', from, planner);
  const after = isPublic(to) ? [] : stepsOf(to, BETWEEN.get(to)?.end ?? BETWEEN.get(to)?.file ?? '', planner);
  const [first = step, ...rest] = [...before, step, ...after];
  const { fidelity } = step;
  const last = rest.at(-1) ?? first;
  return { from: first.from, to: last.to, steps: [first, ...rest], fidelity, kept: fidelity, rank: 0, cost: 1 };
}

export function stepsOf(from: string, to: string, planner = NODE_PLANNER): readonly PlanStep[] {
  const answer = planner.plan(from, to);
  return answer.ok ? answer.plans[0].steps : [];
}

/** An operation takes a second input: the same file to compare, or a certificate. */
export async function secondInputOf<Input extends Content>(
  operation: Operation | undefined,
  input: Input,
): Promise<Input | Blob | undefined> {
  if (operation === 'comparison') return input;
  return operation === 'signature'
    ? new Blob([await readFile(path.join(ROOT, 'tests/fixtures/certificates/no-password.p12'))])
    : undefined;
}
