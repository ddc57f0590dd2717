import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { openProgram } from '../native-program.ts';

const run = promisify(execFile);
/** With both languages, native Tesseract does the same job as ours, which detects the language. */
export const BOTH_LANGUAGES = 'eng+kor';
const DATA = path.resolve(import.meta.dirname, '../../node_modules/@tesseract.js-data');

export type NativeTesseract = {
  readonly label: string;
  /** Reads with one thread, or with its default number. */
  read(file: string, languages: string, threads?: 'all threads'): Promise<string>;
  /** Processor time of reading with one thread, in milliseconds, as bash counts it. */
  processorTime(file: string, languages: string): Promise<number>;
};

/** The installed Tesseract with the same data. `undefined` where it is not installed. */
export async function openTesseract(folder: string): Promise<NativeTesseract | undefined> {
  const program = openProgram({ name: 'Tesseract', commands: ['tesseract'], version: ['--version'] });
  if (!program) return undefined;
  for (const language of ['eng', 'kor']) {
    const packed = await readFile(path.join(DATA, language, '4.0.0_best_int', `${language}.traineddata.gz`));
    await writeFile(path.join(folder, `${language}.traineddata`), gunzipSync(packed));
  }
  const alone = { ...process.env, OMP_THREAD_LIMIT: '1' };
  return {
    label: program.label,
    async read(file, languages, threads) {
      const { stdout } = await run('tesseract', [file, '-', '--tessdata-dir', folder, '-l', languages], {
        env: threads ? process.env : alone,
      });
      return stdout;
    },
    async processorTime(file, languages) {
      const line = ['tesseract', file, '-', '--tessdata-dir', folder, '-l', languages];
      const { stderr } = await run('bash', ['-c', 'TIMEFORMAT="%U %S"; time "$@" > /dev/null', '-', ...line], { env: alone });
      const [user = 0, system = 0] = stderr.trim().split('\n').at(-1)?.split(' ').map(Number) ?? [];
      return (user + system) * 1000;
    },
  };
}
