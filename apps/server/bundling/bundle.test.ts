import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bundle, withAddresses } from './bundle.ts';

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'bakkum-bundle-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
}

const bundled = (packages: readonly string[] = [], optional: readonly string[] = []) => {
  const folder = path.join(root, 'app/build');
  return bundle({ root, folder, writeTo: folder, entries: { main: 'app/main.ts' }, packages, optional });
};

/** Runs the bundle after deleting its sources. */
function run(...removed: readonly string[]): unknown {
  for (const name of removed) rmSync(path.join(root, name));
  return JSON.parse(
    execFileSync(process.execPath, [path.join(root, 'app/build/main.js')], { cwd: tmpdir(), stdio: 'pipe' }).toString(),
  );
}

describe('a bundle', () => {
  it('finds files next to the sources, and starts threads and processes from the bundle', async () => {
    write({
      'app/main.ts': `
        import { text, thread, place } from '../packages/one/parts.ts';
        console.log(JSON.stringify({ text, answer: await thread(), place, self: import.meta.filename }));`,
      'packages/one/parts.ts': `
        import { readFileSync } from 'node:fs';
        import path from 'node:path';
        import { Worker } from 'node:worker_threads';
        const PROGRAM: URL = new URL('./thread.ts', import.meta.url);
        export const text: string = readFileSync(path.join(import.meta.dirname, 'data/a.txt'), 'utf8')
          + readFileSync(new URL('data/b.txt', import.meta.url), 'utf8');
        export const place = import.meta.dirname;
        export const thread = () => new Promise((resolve) => new Worker(PROGRAM).once('message', resolve));`,
      'packages/one/thread.ts': `
        import { parentPort } from 'node:worker_threads';
        import { double } from './double.ts';
        parentPort?.postMessage(double(21));`,
      'packages/one/double.ts': 'export const double = (n: number): number => n * 2;',
      'packages/one/data/a.txt': 'a',
      'packages/one/data/b.txt': 'b',
    });
    await bundled();
    expect(run('app/main.ts', 'packages/one/parts.ts', 'packages/one/thread.ts', 'packages/one/double.ts')).toEqual({
      text: 'ab',
      answer: 42,
      place: path.join(root, 'packages/one'),
      self: path.join(root, 'app/main.ts'),
    });
  });

  it('contains the listed packages with their dependencies and loads the others', async () => {
    const npmPackage = (text: string) => ({ 'package.json': '{"type":"module","exports":"./index.js"}', 'index.js': text });
    const packages = {
      inside: npmPackage("import below from 'below'; export default 'inside ' + below;"),
      below: npmPackage("export default 'below'; export const other = () => import('missing').catch(() => 'missing');"),
      outside: npmPackage("export default 'outside';"),
    };
    for (const [name, files] of Object.entries(packages))
      for (const [file, text] of Object.entries(files)) write({ [`node_modules/${name}/${file}`]: text });
    write({
      'app/main.ts': `
        import inside from 'inside';
        import outside from 'outside';
        console.log(JSON.stringify([inside, outside, process.env.NODE_ENV]));`,
    });
    await bundled(['inside'], ['missing']);
    expect(run('app/main.ts', 'node_modules/inside/index.js', 'node_modules/below/index.js')).toEqual([
      'inside below',
      'outside',
      'production',
    ]);
    rmSync(path.join(root, 'node_modules/outside/index.js'));
    expect(() => run()).toThrow('outside');
  });

  it('contains packages of which a workspace has its own version', async () => {
    const install = (folder: string, text: string): void =>
      write({
        [`${folder}node_modules/twice/package.json`]: '{"type":"module","exports":"./index.js"}',
        [`${folder}node_modules/twice/index.js`]: `export default '${text}';`,
      });
    install('', 'old');
    install('packages/one/', 'new');
    write({
      'app/main.ts': `
        import twice from 'twice';
        import { own } from '../packages/one/own.ts';
        console.log(JSON.stringify([twice, own]));`,
      'packages/one/own.ts': "import twice from 'twice'; export const own = twice;",
    });
    await bundled();
    expect(run()).toEqual(['old', 'new']);
  });

  it('fails when the bundler warns', async () => {
    write({ 'app/main.ts': "import { missing } from './other.ts'; console.log(missing);", 'app/other.ts': 'export {};' });
    await expect(bundled()).rejects.toThrow('missing');
  });
});

describe('addresses', () => {
  const place = { file: '/repository/packages/one/a.ts', root: '/repository', folder: '/repository/apps/server/build' };

  it('are replaced in code only, relative to the bundle', () => {
    const { text, programs } = withAddresses(
      "const 한글 = 'import.meta.url'; // import.meta.dirname\nf(import.meta.url);",
      place,
    );
    expect(programs).toEqual([]);
    expect(text).toBe(
      "const 한글 = 'import.meta.url'; // import.meta.dirname\n" +
        'f(new URL("../../../packages/one/a.ts", import.meta.url).href);',
    );
  });

  it('of programs point to a file of the bundle', () => {
    const { text, programs } = withAddresses("f(new URL('../two/process.node.ts', import.meta.url));", place);
    expect(text).toBe("f(new URL('./packages.two.process.node.js', import.meta.url));");
    expect(programs).toEqual([{ file: '/repository/packages/two/process.node.ts', fileName: 'packages.two.process.node.js' }]);
  });
});
