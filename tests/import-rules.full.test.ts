import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const CRUISER = path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
const CONFIG = '.dependency-cruiser.mjs';

/** One violation per rule: the importing file and the import. Every import resolves to an existing file. */
const VIOLATIONS: Readonly<Record<string, readonly [file: string, source: string]>> = {
  'no-cycles': ['packages/web/i18n/ring-back.ts', "export { ring } from './ring.ts';"],
  'imports-exist': ['packages/web/i18n/lost.ts', "export { lost } from './nowhere.ts';"],
  'lists-are-islands': ['engines/one/island.ts', "import type { Two } from '../two/engine.ts';\nexport type One = Two;"],
  'only-registry-sees-the-lists': ['apps/cli/lists.ts', "export const load = () => import('../../engines/two/engine.ts');"],
  'only-registry-sees-the-format-tables': [
    'apps/web/tables.tsx',
    "import { FORMATS } from '../../formats/image.ts';\nexport const Count = () => <p>{FORMATS.length}</p>;",
  ],
  'engine-may-import': ['engines/one/registry.ts', "export { two } from '../../packages/core/registry/catalogue.ts';"],
  'engine-takes-only-types-from-formats': ['engines/one/families.ts', "export { FORMATS } from '../../formats/format.ts';"],
  'provider-may-import': ['providers/email-one/client.ts', "export { two } from '../../packages/core/registry/catalogue.ts';"],
  'formats-stand-alone': ['formats/upward.ts', "export type { Ground } from '../packages/core/conversion/engine.ts';"],
  'packages-not-to-apps': ['packages/web/i18n/upward.ts', "export { main } from '../../../apps/server/main.ts';"],
  'packages-not-to-registry': ['packages/web/i18n/lists.ts', "export { two } from '../../core/registry/catalogue.ts';"],
  'conversion-is-the-ground': ['packages/core/conversion/upward.ts', "export { button } from '../../web/ui/button.ts';"],
  'apps-are-islands': ['apps/web/server.ts', "export { main } from '../server/main.ts';"],
  'features-are-islands': ['apps/web/app/features/one/page.ts', "export { two } from '../two/store.ts';"],
  'web-may-import': ['apps/web/ledger.ts', "export { hold } from '../../packages/commerce/credits/ledger.ts';"],
  'server-may-import': ['apps/server/screen.ts', "export { button } from '../../packages/web/ui/button.ts';"],
  'cli-may-import': ['apps/cli/screen.ts', "export { button } from '../../packages/web/ui/button.ts';"],
  'no-node-code-in-the-website': [
    'apps/web/thread.ts',
    "export { spawn } from '../../packages/core/registry/node/spawn.node.ts';",
  ],
  'no-browser-code-in-node': [
    'apps/cli/worker.ts',
    "export { spawn } from '../../packages/core/registry/browser/spawn.browser.ts';",
  ],
  'runs-anywhere': ['engines/one/disk.ts', "export { readFileSync } from 'node:fs';"],
  'product-not-to-tests': ['apps/server/fixture.ts', "export { fixture } from '../../tests/fixture.ts';"],
};

const BYSTANDERS: Readonly<Record<string, string>> = {
  'packages/web/i18n/ring.ts': "export { ring } from './ring-back.ts';",
  'packages/core/registry/catalogue.ts':
    "export { two } from '../../../engines/two/engine.ts';\nexport { FORMATS } from '../../../formats/image.ts';",
  'packages/core/registry/node/spawn.node.ts': 'export const spawn = 1;',
  'packages/core/registry/browser/spawn.browser.ts': 'export const spawn = 1;',
  'packages/core/conversion/engine.ts': 'export type Ground = string;',
  'packages/commerce/credits/ledger.ts': 'export const hold = 1;',
  'packages/web/ui/button.ts': 'export const button = 1;',
  'engines/one/engine.ts':
    "import type { Format } from '../../formats/format.ts';\nimport type { Ground } from '../../packages/core/conversion/engine.ts';\nexport type One = Format | Ground;",
  'engines/two/engine.ts': 'export type Two = string;\nexport const two = 2;',
  'formats/format.ts': 'export type Format = string;\nexport const FORMATS = [];',
  'formats/image.ts': "import type { Format } from './format.ts';\nexport const FORMATS: readonly Format[] = [];",
  'apps/server/main.ts': 'export const main = 1;',
  'apps/web/app/features/two/store.ts':
    "import { two as sum } from '../../../../../packages/web/i18n/sum.ts';\nexport const two = sum;",
  'packages/web/i18n/sum.ts': 'export const two = 2;',
  'tests/fixture.ts': 'export const fixture = 1;',
};

type Fired = { readonly rule: string; readonly from: string };

function brokenRules(folder: string): readonly Fired[] {
  const folders = ['apps', 'packages', 'engines', 'providers', 'formats', 'tests'];
  const { stdout, stderr } = spawnSync(process.execPath, [CRUISER, '--config', CONFIG, '--output-type', 'json', ...folders], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  const report: { summary: { violations: readonly { from: string; rule: { name: string } }[] } } = JSON.parse(stdout);
  return report.summary.violations.map(({ from, rule }) => ({ rule: rule.name, from }));
}

describe('import rules', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'import-rules-'));
  let fired: readonly Fired[] = [];

  beforeAll(() => {
    copyFileSync(path.join(ROOT, CONFIG), path.join(folder, CONFIG));
    const files = [...Object.values(VIOLATIONS), ...Object.entries(BYSTANDERS), ['providers/email-two/client.ts', ''] as const];
    for (const [file, source] of files) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), `${source}\n`);
    }
    fired = brokenRules(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(Object.entries(VIOLATIONS))('%s reports its violation', (rule, [file]) => {
    expect(fired).toContainEqual({ rule, from: file });
  });

  it('accept code without violations', () => {
    const guilty = new Set([...Object.values(VIOLATIONS).map(([file]) => file), 'packages/web/i18n/ring.ts']);
    expect(fired.filter(({ from }) => !guilty.has(from))).toEqual([]);
  });

  it('are all tested here', async () => {
    const { default: config } = await import(path.join(ROOT, CONFIG));
    const names = config.forbidden.map((rule: { readonly name: string }) => rule.name);
    expect(Object.keys(VIOLATIONS).sort()).toEqual(names.sort());
  });
});
