/** Checks the workflow of docs/guides/convert-in-github-actions.md, and runs its conversion with our command line. */
import { execFile } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Validator } from '@cfworker/json-schema';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { findProgram } from '../../scripts/programs.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const GUIDE = path.join(ROOT, 'docs/guides/convert-in-github-actions.md');
const bash = findProgram(['bash']);

const [, yaml = ''] = /```yaml\n([\s\S]*?)```/.exec(readFileSync(GUIDE, 'utf8')) ?? [];
const workflow: unknown = parse(yaml, { version: '1.2' });

it('conforms to the published schema of workflow files', () => {
  const { schema } = JSON.parse(readFileSync(path.join(import.meta.dirname, 'github-workflow-schema.json'), 'utf8')) as {
    schema: object;
  };
  const validator = new Validator(schema, '7');
  expect(validator.validate(workflow).errors).toEqual([]);
  expect(validator.validate({ ...(workflow as object), jobs: { convert: { steps: [{ runs: 'a' }] } } }).valid).toBe(false);
});

describe.skipIf(bash === undefined)('its conversion', () => {
  const steps = z.object({
    jobs: z.object({ convert: z.object({ steps: z.array(z.looseObject({ name: z.string().optional() })) }) }),
  });
  const step = steps.parse(workflow).jobs.convert.steps.find(({ name }) => name === 'Convert');
  const script = z.string().parse(step?.['run']);

  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'bakkum-workflow-'));
    const command = path.join(folder, 'bin/bakkum');
    mkdirSync(path.dirname(command));
    writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${path.join(ROOT, 'apps/cli/main.ts')}" "$@"\n`);
    chmodSync(command, 0o755);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs the script as GitHub does: `bash --noprofile --norc -eo pipefail`. */
  const run = () =>
    promisify(execFile)(bash ?? '', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
      cwd: folder,
      env: { ...process.env, PATH: `${path.join(folder, 'bin')}${path.delimiter}${process.env['PATH'] ?? ''}` },
    });
  const add = (fixture: string, name: string): void =>
    cpSync(path.join(ROOT, 'tests/fixtures/documents', fixture), path.join(folder, 'documents', name), { recursive: true });
  const isPdf = (name: string): boolean =>
    readFileSync(path.join(folder, 'converted', name))
      .subarray(0, 5)
      .toString() === '%PDF-';

  it('writes the PDF of every document, in folders too', async () => {
    add('hwpx.hwpx', 'report.hwpx');
    add('hwp.hwp', 'archive/보고서 1.hwp');
    await run();
    expect([isPdf('report.pdf'), isPdf('보고서 1.pdf')]).toEqual([true, true]);
  });

  it('fails because of a damaged document, after it has converted the others', async () => {
    add('hwpx.hwpx', 'report.hwpx');
    writeFileSync(path.join(folder, 'documents/broken.hwp'), 'not a document');
    await expect(run()).rejects.toMatchObject({ code: 4 });
    expect(isPdf('report.pdf')).toBe(true);
  });

  it('does nothing without documents', async () => {
    expect((await run()).stdout).toBe('There are no documents.\n');
    expect(existsSync(path.join(folder, 'converted'))).toBe(false);
  });
});
