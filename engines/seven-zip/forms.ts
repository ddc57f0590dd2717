/** Archives that may be encrypted. */
export const READ_WITH_PASSWORD = ['7z', 'cb7', 'zip', 'rar', 'cbr'] as const;

/**
 * Archives, disk images and installers that 7-Zip opens without a password, and single compressed files. Not tar: of sparse files,
 * 7-Zip would read the map as content.
 */
export const PLAIN_READ = [
  'tgz',
  'tbz2',
  'txz',
  'tzst',
  'tlzma',
  'tar-z',
  'gz',
  'bz2',
  'xz',
  'zst',
  'lzma',
  'lzip',
  'tlz',
  'compress',
  'iso',
  'udf',
  'cab',
  'lzh',
  'arj',
  'cpio',
  'ar',
  'deb',
  'rpm',
  'xar',
  'wim',
  'squashfs',
  'cramfs',
  'dmg',
  'chm',
  'msi',
  'vhd',
  'vhdx',
  'vmdk',
  'vdi',
  'qcow2',
] as const;

/** Compressed tar archives. */
export const TARS: ReadonlySet<string> = new Set(['tgz', 'tbz2', 'txz', 'tzst', 'tlzma', 'tlz', 'tar-z']);

/** Packages that contain one archive, opened in two steps. */
export const PACKAGES: ReadonlySet<string> = new Set(['rpm', 'deb']);

/** Formats that contain a single file without folders. */
export const SINGLE: ReadonlySet<string> = new Set(['gz', 'bz2', 'xz', 'zst', 'lzma', 'lzip', 'compress']);

/** lzip formats, which 7-Zip does not support: only their LZMA streams are passed to it. */
export const LZIP: ReadonlySet<string> = new Set(['lzip', 'tlz']);

export const LOCKABLE = ['7z', 'cb7'] as const;
export const WRITTEN = ['wim', 'tbz2', 'txz', 'bz2', 'xz', 'lzip', 'tlz', 'lzma', 'tlzma'] as const;

/** 7-Zip's names of the formats to write, in order. */
export const PASSES: Readonly<Record<string, readonly string[]>> = {
  '7z': ['7z'],
  cb7: ['7z'],
  wim: ['wim'],
  tbz2: ['tar', 'bzip2'],
  txz: ['tar', 'xz'],
  bz2: ['bzip2'],
  xz: ['xz'],
  lzip: ['7z'],
  lzma: ['7z'],
  tlz: ['tar', '7z'],
  tlzma: ['tar', '7z'],
};

/** 7-Zip writes LZMA only in 7z archives, so a 7z is created and its single stream extracted. */
export const STREAM_ONLY: ReadonlySet<string> = new Set(['lzip', 'lzma', 'tlz', 'tlzma']);

export const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '7z': 'application/x-7z-compressed',
  cb7: 'application/x-cb7',
  wim: 'application/x-ms-wim',
  tbz2: 'application/x-bzip2',
  txz: 'application/x-xz',
  bz2: 'application/x-bzip2',
  xz: 'application/x-xz',
  lzip: 'application/x-lzip',
  tlz: 'application/x-lzip',
  lzma: 'application/x-lzma',
  tlzma: 'application/x-lzma',
};
