/** Writes the converter as plain files: `npm run build:static`. */
import path from 'node:path';
import type { StaticCopy } from '@bakkum/site/static-copy';
import { readCommandLine, refuse } from '../../../scripts/command-line/command-line.mjs';
import { startProgress } from '../../../scripts/command-line/progress.mjs';
import { BUILD_STATIC } from '../../../scripts/commands/static.mjs';
import { selectedEngines, selectedFiles } from './engine-selection.ts';
import { mayReplace } from './output-folder.ts';
import { packEngines } from './pack-engines.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

const { values } = readCommandLine(BUILD_STATIC, process.argv.slice(2));
const out = path.resolve(values.out ?? path.join(ROOT, 'static'));
if (!mayReplace(out)) refuse(BUILD_STATIC, `${out} has other files; choose an empty folder`);

const kind = values.core ? 'core' : 'all';
const engines = selectedEngines(kind);
const files = selectedFiles(kind, engines);
const progress = startProgress({ label: 'engine files', total: files.length });
const engineFiles = await packEngines(files, path.join(ROOT, '.cache/packed-engines'), () => progress.add('packed'));
progress.end();

const copy: StaticCopy = { engines: kind, packed: engineFiles.packed, ...(values.site && { site: values.site }) };
// The modules that decide which pages exist read this when they are loaded, so they are loaded afterwards.
Object.assign(globalThis, { STATIC_COPY: copy });
const { writeCopy } = await import('./write-copy.ts');
const written = await writeCopy({
  copy,
  engines,
  engineFiles: engineFiles.files,
  brand: values.brand,
  out,
  ...(values.origin && { origin: values.origin }),
});
const megabytes = (written.bytes / 1_000_000).toFixed(1);
process.stdout.write(`${out}: ${written.pages} pages, ${written.files} files, ${megabytes} MB\n`);
