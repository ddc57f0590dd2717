import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const LIMITS = { timeout: 60_000, maxBuffer: 1 << 20 };

/** `colourError`: mean absolute error over all samples, 0 to 1. `size` compares the size of our result with the source's. */
export type Compared = { readonly colourError: number; readonly size: 'same' | 'other' };

type Size = { readonly width: number; readonly height: number };

/**
 * Compares our result with the source, both decoded by native programs: upright, on white, 8 bits. When the result has another
 * size (an icon), the source is first fitted into it. `undefined` where no native program decodes one of the two.
 */
export async function comparePictures(given: {
  readonly source: string;
  readonly from: string;
  readonly result: string;
  readonly to: string;
}): Promise<Compared | undefined> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bakkum-compare-'));
  try {
    const expected = path.join(folder, 'expected.png');
    const ours = path.join(folder, 'ours.png');
    await decode(given.source, given.from, expected);
    const size = await sizeOf(expected);
    await decode(given.result, given.to, ours, size);
    const got = await sizeOf(ours);
    const same = got.width === size.width && got.height === size.height;
    if (!same) await fitInto(expected, got);
    return { colourError: await meanError(expected, ours), size: same ? 'same' : 'other' };
  } catch {
    return undefined; // a native program could not decode one of them, so there is nothing to compare
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Formats that Debian's ImageMagick does not decode, or only through a delegate that changes the image. */
const DECODERS: Readonly<Record<string, (file: string, out: string, like?: Size) => Promise<unknown>>> = {
  svg: (file, out, like) => run('rsvg-convert', [...sizeArguments(like), '-o', out, file], LIMITS),
  svgz: (file, out, like) => run('rsvg-convert', [...sizeArguments(like), '-o', out, file], LIMITS),
  pdf: (file, out, like) =>
    run(
      'pdftoppm',
      [
        '-png',
        '-singlefile',
        ...(like ? ['-scale-to-x', String(like.width), '-scale-to-y', String(like.height)] : []),
        file,
        out.slice(0, -'.png'.length),
      ],
      LIMITS,
    ),
  jxl: (file, out) => run('djxl', [file, out], LIMITS),
  avif: (file, out) => run('avifdec', [file, out], LIMITS),
  heic: (file, out) => run('heif-convert', [file, out], LIMITS),
  // ImageMagick shows tables as images, and numbers of 32 bits as white.
  fits: (file, out) => run('ffmpeg', ['-v', 'error', '-nostdin', '-y', '-i', file, '-frames:v', '1', out], LIMITS),
  apng: (file, out) => copyFile(file, out), // its first image is a PNG
};

const sizeArguments = (size: Size | undefined): readonly string[] =>
  size ? ['--width', String(size.width), '--height', String(size.height)] : [];

/** Decodes an image upright on white to a PNG. Rejects when no native program decodes it. */
export async function decode(file: string, format: string, out: string, like?: Size): Promise<void> {
  const own = DECODERS[format];
  if (own) await own(file, out, like);
  const input = own ? out : `${await largestImage(file, format)}`;
  await run(
    'convert',
    [input, '-auto-orient', '-background', 'white', '-alpha', 'remove', '-depth', '8', '-strip', `png24:${out}`],
    {
      ...LIMITS,
      env: WITHOUT_STUBS,
    },
  );
}

/** Prefers native programs of the distribution over any others in the path. */
const WITHOUT_STUBS = { ...process.env, PATH: `/usr/bin:${process.env['PATH'] ?? ''}` };

async function largestImage(file: string, format: string): Promise<string> {
  if (format !== 'ico' && format !== 'cur') return `${file}[0]`;
  const { stdout } = await run('identify', ['-format', '%w %s\n', `ico:${file}`], LIMITS);
  const sizes = stdout
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map(Number));
  const [best] = sizes.sort(([a = 0], [b = 0]) => b - a);
  return `ico:${file}[${best?.[1] ?? 0}]`;
}

async function sizeOf(file: string): Promise<Size> {
  const { stdout } = await run('identify', ['-format', '%w %h', file], LIMITS);
  const [width = 0, height = 0] = stdout.split(' ').map(Number);
  return { width, height };
}

async function fitInto(file: string, { width, height }: Size): Promise<void> {
  const box = `${width}x${height}`;
  const fitted = ['-resize', box, '-background', 'white', '-gravity', 'center', '-extent', box];
  await run('convert', [file, ...fitted, `png24:${file}`], { ...LIMITS, env: WITHOUT_STUBS });
}

/** `compare` exits with 1 when images differ, and writes `absolute (normalised)` to stderr. */
async function meanError(a: string, b: string): Promise<number> {
  const text = await run('compare', ['-metric', 'MAE', a, b, 'null:'], LIMITS).then(
    ({ stderr }) => stderr,
    (thrown: unknown) => (thrown instanceof Error && 'stderr' in thrown ? String(thrown.stderr) : ''),
  );
  const normalised = /\(([\d.e+-]+)\)/.exec(text)?.[1];
  if (normalised === undefined) throw new Error(`compare said ${text}`);
  return Number(normalised);
}
