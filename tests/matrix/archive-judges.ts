/** Judges of archives: each unpacks everything in its memory or nowhere, and refuses a wrong checksum. */
export type ArchiveJudge = {
  readonly program: string;
  readonly arguments: (file: string) => readonly string[];
  readonly accepts: RegExp;
};

/** What Python's own libraries list and check, one name a line. */
const ZIP = `
import sys, zipfile
package = zipfile.ZipFile(sys.argv[1])
assert package.testzip() is None
print('members', len(package.namelist()))
`;
const TAR = `
import sys, tarfile
with tarfile.open(sys.argv[1], 'r:' + sys.argv[2]) as archive:
    for member in archive:
        if member.isfile(): assert len(archive.extractfile(member).read()) == member.size
    print('members', len(archive.getnames()))
`;
const SINGLE = `
import sys, importlib
print('bytes', len(importlib.import_module(sys.argv[2]).open(sys.argv[1]).read()))
`;

const python = (script: string, ...more: readonly string[]): ArchiveJudge => ({
  program: 'python3',
  arguments: (file) => ['-c', script, file, ...more],
  accepts: /^(members|bytes) \d+/,
});

const sevenZip: ArchiveJudge = { program: '7z', arguments: (file) => ['t', file], accepts: /Everything is Ok/ };

export const ARCHIVE_JUDGES: Readonly<Record<string, ArchiveJudge>> = {
  zip: python(ZIP),
  cbz: python(ZIP),
  cbt: python(TAR, ''),
  cb7: sevenZip,
  tar: python(TAR, ''),
  tgz: python(TAR, 'gz'),
  tbz2: python(TAR, 'bz2'),
  txz: python(TAR, 'xz'),
  gz: python(SINGLE, 'gzip'),
  bz2: python(SINGLE, 'bz2'),
  xz: python(SINGLE, 'lzma'),
  '7z': sevenZip,
  wim: sevenZip,
};
