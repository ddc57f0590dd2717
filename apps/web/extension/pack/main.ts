/** Builds the browser extension: `npm run build:extension`. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { readCommandLine } from '../../../../scripts/command-line/command-line.mjs';
import { durationText, startReporting } from '../../../../scripts/command-line/progress.mjs';
import { BUILD_EXTENSION } from '../../../../scripts/commands/extension.mjs';
import { writeExtension } from './write-extension.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');

const { values } = readCommandLine(BUILD_EXTENSION, process.argv.slice(2));
const out = path.resolve(values.out ?? path.join(ROOT, 'apps/web/extension/build'));
mkdirSync(out, { recursive: true });
const reporter = startReporting({ textOf: (elapsedMs) => `building the extension: ${durationText(elapsedMs)}` });
try {
  const written = await writeExtension({ out, brand: values.brand, version: values.version });
  reporter.end();
  for (const { folder, zip, bytes, zipBytes } of written)
    process.stdout.write(`${folder}: ${megabytes(bytes)}; packed: ${zip}, ${megabytes(zipBytes)}\n`);
} finally {
  reporter.end();
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
