import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NodePermissions, permissionArguments } from './sandboxed-process.ts';

let base = '';
let permissions: NodePermissions;

beforeAll(() => {
  base = mkdtempSync(path.join(tmpdir(), 'bakkum-permissions-'));
  const [program, folder] = [path.join(base, 'program'), path.join(base, 'job')];
  for (const place of [program, folder]) mkdirSync(place);
  writeFileSync(path.join(base, 'secret'), 'secret');
  writeFileSync(path.join(folder, 'input'), 'input');
  permissions = { folder, readable: [program, path.join(base, 'not-installed')] };
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** Returns the output of a program that runs with these permissions. */
function run(code: string, changes: Partial<NodePermissions> = {}, env: NodeJS.ProcessEnv = {}): string {
  const entry = path.join(base, 'program/entry.mjs');
  writeFileSync(
    entry,
    `import fs from 'node:fs'; import child from 'node:child_process'; import { Worker } from 'node:worker_threads';\n${code}`,
  );
  const args = [...permissionArguments({ ...permissions, ...changes }), entry];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    ...{ encoding: 'utf8', cwd: permissions.folder },
    env: { ...process.env, ...env },
  });
  return `${stdout}${stderr}`;
}

const print = (expression: string): string => `try { console.log(${expression}) } catch ({ code }) { console.log(code) }`;

describe('a process with permissions', () => {
  it('reads its program and its folder, and writes its folder', () => {
    expect(run(print("fs.readFileSync('input', 'utf8')"))).toBe('input\n');
    run("fs.writeFileSync('output', 'made')");
    expect(readFileSync(path.join(permissions.folder, 'output'), 'utf8')).toBe('made');
  });

  it.each([
    ['reads another file', "fs.readFileSync('../secret', 'utf8')"],
    ['reads the system', "fs.readFileSync('/etc/hostname', 'utf8')"],
    ['lists a folder', "fs.readdirSync('/')"],
    ['writes another file', "fs.writeFileSync('../secret', 'changed')"],
    ['writes its program', "fs.writeFileSync(process.argv[1], 'changed')"],
    ['links to another file', "fs.symlinkSync('../secret', 'link')"],
    ['starts a program', "child.execFileSync('id')"],
    ['loads native code', 'process.dlopen({ exports: {} }, process.execPath)'],
  ])('does not do what %s', (_, attempt) => {
    expect(run(print(attempt))).toMatch(/^ERR_(ACCESS_DENIED|DLOPEN_DISABLED)\n/);
    expect(readFileSync(path.join(base, 'secret'), 'utf8')).toBe('secret');
  });

  it('gives its threads no more', () => {
    const inside = `require('node:fs').readFileSync('${path.join(base, 'secret')}', 'utf8')`;
    const code = `new Worker(${JSON.stringify(`console.log(${inside})`)}, { eval: true }).on('error', ({ code }) => console.log(code));`;
    expect(run(code)).toContain('ERR_ACCESS_DENIED');
  });

  it('starts programs and loads native code where it is allowed to', () => {
    expect(
      run(print("child.execFileSync(process.execPath, ['--version'], { encoding: 'utf8' })"), { startsPrograms: true }),
    ).toContain('v');
    expect(run(print('process.dlopen({ exports: {} }, process.execPath)'), { loadsAddons: true })).not.toContain('DISABLED');
  });

  it('works in a folder behind a link', () => {
    const link = path.join(base, 'link-to-job');
    symlinkSync(permissions.folder, link);
    expect(run(print(`fs.readFileSync('${link}/input', 'utf8')`), { folder: link })).toBe('input\n');
  });

  it('uses compiled code where it is allowed to', () => {
    const compiledCode = path.join(base, 'compiled');
    mkdirSync(compiledCode);
    const code = "import { getCompileCacheDir } from 'node:module'; console.log(getCompileCacheDir());";
    const cache = { NODE_COMPILE_CACHE: compiledCode };
    expect(run(code, {}, cache)).toBe('undefined\n');
    expect(run(code, { compiledCode }, cache)).toContain(compiledCode);
  });
});
