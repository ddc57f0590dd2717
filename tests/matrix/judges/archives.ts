/** Judges of archives: each unpacks into memory or nowhere, and refuses a wrong checksum. */
export type ArchiveJudge = {
  readonly program: string;
  readonly arguments: (file: string) => readonly string[];
  /** Passes the file on standard input. */
  readonly fromInput?: true;
  readonly accepts: RegExp;
};

/** Lists and checks members with Python's own libraries, one name per line. */
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

/** Reads Snappy's framing format and blocks by their specifications and verifies checksums. */
const SNAPPY = `
import sys
data, at, out = open(sys.argv[1], 'rb').read(), 10, 0
assert data[:10] == b'\\xff\\x06\\0\\0sNaPpY'
TABLE = []
for value in range(256):
    for _ in range(8): value = (value >> 1) ^ 0x82f63b78 if value & 1 else value >> 1
    TABLE.append(value)
def masked(block):
    crc = 0xffffffff
    for byte in block: crc = (crc >> 8) ^ TABLE[(crc ^ byte) & 255]
    crc ^= 0xffffffff
    return (((crc >> 15) | (crc << 17)) + 0xa282ead8) & 0xffffffff
def unpacked(block):
    size, shift, at, plain = 0, 0, 0, bytearray()
    while True:
        size |= (block[at] & 127) << shift
        shift, at = shift + 7, at + 1
        if block[at - 1] < 128: break
    while at < len(block):
        tag, at = block[at], at + 1
        if tag & 3 == 0:
            extra = max(0, (tag >> 2) - 59)
            length = (int.from_bytes(block[at:at + extra], 'little') if extra else tag >> 2) + 1
            plain += block[at + extra:at + extra + length]
            at += extra + length
            continue
        length = (tag >> 2 & 7) + 4 if tag & 3 == 1 else (tag >> 2) + 1
        width = {1: 1, 2: 2, 3: 4}[tag & 3]
        distance = int.from_bytes(block[at:at + width], 'little') + ((tag >> 5) << 8 if tag & 3 == 1 else 0)
        at += width
        assert 0 < distance <= len(plain)
        for _ in range(length): plain.append(plain[-distance])
    assert len(plain) == size
    return bytes(plain)
while at < len(data):
    kind, length = data[at], int.from_bytes(data[at + 1:at + 4], 'little')
    chunk, at = data[at + 4:at + 4 + length], at + 4 + length
    assert kind in (0, 1) and len(chunk) == length
    block = unpacked(chunk[4:]) if kind == 0 else chunk[4:]
    assert masked(block) == int.from_bytes(chunk[:4], 'little')
    out += len(block)
print('bytes', out)
`;

/** A program that tests the whole archive and only reports an exit code. */
const tester = (program: string, ...options: readonly string[]): ArchiveJudge => ({
  program,
  arguments: (file) => [...options, file],
  accepts: /^/,
});
/** Lists every member, and refuses damage anywhere in the archive. */
const bsdtar: ArchiveJudge = { program: 'bsdtar', arguments: (file) => ['-tf', file], accepts: /\S/ };

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
  lzma: python(SINGLE, 'lzma'),
  tlzma: python(TAR, 'xz'),
  lzip: tester('lzip', '-t'),
  tlz: bsdtar,
  lz4: tester('lz4', '-q', '-t'),
  'tar-lz4': bsdtar,
  zst: tester('zstd', '-q', '-t'),
  tzst: bsdtar,
  br: tester('brotli', '-t'),
  'tar-br': tester('brotli', '-t'),
  compress: { program: 'gzip', arguments: () => ['-d', '-c'], fromInput: true, accepts: /^/ },
  'tar-z': bsdtar,
  snappy: python(SNAPPY),
  iso: sevenZip,
  cpio: bsdtar,
  ar: { program: 'ar', arguments: (file) => ['tv', file], accepts: /\S/ },
  adf: { program: 'unadf', arguments: (file) => ['-l', file], accepts: /^Volume : Floppy/m },
};
