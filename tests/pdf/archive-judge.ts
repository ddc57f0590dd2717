/** Judges PDF/A files with PDFBox Preflight, which knows the rules of PDF/A-1b. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hasProgram } from '../native.ts';

/** Debian: libpdfbox2-java, libactivation-java, libjaxb-api-java. */
const LIBRARIES = ['commons-logging', 'fontbox2', 'pdfbox2', 'preflight', 'xmpbox', 'javax.activation', 'jaxb-api'].map(
  (library) => `/usr/share/java/${library}.jar`,
);

export const HAS_ARCHIVE_JUDGE = ['java', 'qpdf'].every(hasProgram) && LIBRARIES.every((library) => existsSync(library));

/** Rules of part 1 that part 2 (ISO 19005-2) dropped: newer color profiles, layers, transparency, and lists of the glyphs in a font. */
const DROPPED = [
  /^2\.1\.6 : .*version of the ICCProfile/,
  /^1\.4\.8 : .*OCPProperties/,
  /^2\.2\.[12] : .*transparency/,
  /^4\.1\.1 : .*SoftMask/,
  /^3\.1\.11 : .*CIDSet entry is missing/,
  /^3\.1\.4 : .*Charset entry is missing/,
];

/** Returns the violations of PDF/A-1b that are violations of PDF/A-2b, too. The file is first written as part 1 would be. */
export function archiveProblems(file: string): readonly string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-archive-'));
  try {
    const copy = path.join(folder, 'part-1.pdf');
    const form = ['--object-streams=disable', '--stream-data=preserve', '--force-version=1.4', '--newline-before-endstream'];
    execFileSync('qpdf', [...form, file, copy]);
    const text = readFileSync(copy, 'latin1');
    if (!text.includes('<pdfaid:part>2</pdfaid:part>')) return ['no claim of PDF/A-2'];
    writeFileSync(copy, text.replace('<pdfaid:part>2</pdfaid:part>', '<pdfaid:part>1</pdfaid:part>'), 'latin1');
    const { stdout } = spawnSync('java', ['-cp', LIBRARIES.join(':'), 'org.apache.pdfbox.preflight.Validator_A1b', copy], {
      encoding: 'utf8',
    });
    if (!/valid PDF\/A-1b file/.test(stdout)) return [`no verdict: ${stdout}`];
    return stdout.split('\n').filter((line) => /^\d+(\.\d+)* : /.test(line) && !DROPPED.some((rule) => rule.test(line)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
