/** The disk of the data folder: its reserve keeps the database and sign-in working when files fill it. */
import { type DiskReserve, freeBytes, inodesOf, usualReserve } from '@bakkum/blobs/disk-reserve';
import type { Settings } from './config/settings.ts';

export type DiskState = 'enough' | 'low' | 'critical';

export type Disk = DiskReserve & {
  /** `low`: no files are accepted. `critical`: most of the reserve is used, so the database may soon fail to write. */
  state(): Promise<DiskState>;
};

/** The share of the reserve below which the database is in danger. */
const CRITICAL_SHARE = 0.25;

/** @param folder an existing folder on the disk */
export function openDisk({ diskReserve }: Pick<Settings, 'diskReserve'>, folder: string): Disk {
  const free = (): Promise<number> => freeBytes(folder);
  const reserve = async (): Promise<number> => diskReserve ?? (await usualReserve(folder));
  const inodes = () => inodesOf(folder);
  return {
    free,
    reserve,
    inodes,
    async state() {
      const [left, kept, files] = await Promise.all([free(), reserve(), inodes()]);
      const has = (share: number): boolean => left >= kept * share && files.free >= files.reserve * share;
      if (has(1)) return 'enough';
      return has(CRITICAL_SHARE) ? 'low' : 'critical';
    },
  };
}
