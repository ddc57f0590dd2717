/**
 * APIs that a browser may lack or refuse: over plain HTTP, in private windows, with blocked cookies, or in older versions. The
 * types of the standard library claim that all of them exist.
 */

/** Shorter side of the largest phones, in CSS pixels. */
const PHONE_SIDE = 600;
/** Memory of a phone and of a computer that does not state it, in GiB. Browsers state at most 8. */
const PHONE_GIB = 4;
const COMPUTER_GIB = 8;

export function storageManager(): Partial<StorageManager> | undefined {
  const { storage }: { readonly storage?: StorageManager } = navigator;
  return storage;
}

export function lockManager(): LockManager | undefined {
  const { locks }: { readonly locks?: LockManager } = navigator;
  return locks;
}

/** Bytes this site may still store; `undefined` where the browser does not tell. */
export async function freeBytes(): Promise<number | undefined> {
  try {
    const { quota, usage = 0 } = (await storageManager()?.estimate?.()) ?? {};
    return quota === undefined ? undefined : quota - usage;
  } catch (refusal) {
    if (isRefusal(refusal)) return undefined;
    throw refusal;
  }
}

/** The root of the private file system; `undefined` where there is none. */
export async function privateFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  try {
    return await storageManager()?.getDirectory?.();
  } catch (refusal) {
    if (isRefusal(refusal)) return undefined;
    throw refusal;
  }
}

/** Opens a cache; `undefined` where there are none. */
export async function openCache(name: string): Promise<Cache | undefined> {
  if (!('caches' in globalThis)) return undefined;
  try {
    return await caches.open(name);
  } catch (refusal) {
    if (isRefusal(refusal)) return undefined;
    throw refusal;
  }
}

/** Whether a page, not only a worker, can write to the private file system. */
export function pageCanWriteFiles(): boolean {
  return 'FileSystemFileHandle' in globalThis && 'createWritable' in FileSystemFileHandle.prototype;
}

/** Memory of the device in GiB, as the browser states it: only Chromium, over HTTPS, and at most 8. */
export function statedMemory(): number | undefined {
  return 'deviceMemory' in navigator && typeof navigator.deviceMemory === 'number' ? navigator.deviceMemory : undefined;
}

/** Memory to plan with, in GiB. A computer is not treated as a small device because its browser does not state its memory. */
export function plannedMemory(): number {
  return statedMemory() ?? (isPhone() ? PHONE_GIB : COMPUTER_GIB);
}

/** Workers have no screen, and only pages have touch points. */
type Host = {
  readonly screen?: { readonly width: number; readonly height: number };
  readonly navigator: { readonly maxTouchPoints?: number; readonly onLine: boolean };
};

/** A small touch screen. Pointers tell nothing: browsers without a desktop and remote desktops have no fine one. */
export function isPhone(): boolean {
  const { screen, navigator: device }: Host = globalThis;
  return (device.maxTouchPoints ?? 0) > 0 && screen !== undefined && Math.min(screen.width, screen.height) < PHONE_SIDE;
}

/** The standards let storage refuse with either. */
function isRefusal(thrown: unknown): boolean {
  return thrown instanceof DOMException || thrown instanceof TypeError;
}
