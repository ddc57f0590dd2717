/** Key in local storage, set when the visitor opts out of counting on this device. */
export const UNCOUNTED_KEY = 'bakkum-uncounted';

/** The browser's signals about privacy preferences and automation. */
export type Signals = {
  readonly doNotTrack?: string | null;
  readonly globalPrivacyControl?: boolean;
  readonly webdriver?: boolean;
};

/** Returns whether a visit may be counted: not if the visitor opted out, here or in the browser, and not for bots. */
export function mayCount(signals: Signals, uncounted: string | null): boolean {
  return uncounted === null && signals.doNotTrack !== '1' && signals.globalPrivacyControl !== true && signals.webdriver !== true;
}

/** Returns the choice on this device; unavailable storage means no choice. */
export function readUncounted(): string | null {
  try {
    return localStorage.getItem(UNCOUNTED_KEY);
  } catch {
    return null;
  }
}

/** @returns whether it could be stored */
export function writeUncounted(uncounted: boolean): boolean {
  try {
    if (uncounted) localStorage.setItem(UNCOUNTED_KEY, '1');
    else localStorage.removeItem(UNCOUNTED_KEY);
    return true;
  } catch {
    return false;
  }
}
