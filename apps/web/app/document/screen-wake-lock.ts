/** Keeps the screen on while a person waits for work: a phone turns it off after half a minute, and then stops the page. */

/** Pieces of work that run. */
let running = 0;
let lock: WakeLockSentinel | undefined;

/** Keeps the screen on, where the browser can, until the work has ended. */
export async function withScreenOn<Result>(work: Promise<Result>): Promise<Result> {
  running += 1;
  if (running === 1) {
    document.addEventListener('visibilitychange', onVisibility);
    onVisibility();
  }
  try {
    return await work;
  } finally {
    running -= 1;
    if (running === 0) {
      document.removeEventListener('visibilitychange', onVisibility);
      void release();
    }
  }
}

function onVisibility(): void {
  void acquire();
}

/** The browser releases the lock whenever the page is hidden, so it is acquired again when the page is back. */
async function acquire(): Promise<void> {
  if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return;
  try {
    const acquired = await navigator.wakeLock.request('screen');
    await release();
    lock = acquired;
    if (running === 0) await release();
  } catch {
    // Refused, for example on low battery. The conversion continues, and the screen may turn off.
  }
}

async function release(): Promise<void> {
  const held = lock;
  lock = undefined;
  await held?.release();
}
