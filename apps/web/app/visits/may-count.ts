/** Set by who does not want to be counted on this device. */
export const UNCOUNTED_KEY = 'bakkum-uncounted';

/** What a browser says of its owner's wishes, and of itself. */
export type Signals = {
  readonly doNotTrack?: string | null;
  readonly globalPrivacyControl?: boolean;
  readonly webdriver?: boolean;
};

/** Whether a visit may be counted: not where somebody asked for the contrary, here or in the browser, nor for a program. */
export function mayCount(signals: Signals, uncounted: string | null): boolean {
  return uncounted === null && signals.doNotTrack !== '1' && signals.globalPrivacyControl !== true && signals.webdriver !== true;
}

/** The answer of this device; storage that is closed holds no choice. */
export function readUncounted(): string | null {
  try {
    return localStorage.getItem(UNCOUNTED_KEY);
  } catch {
    return null;
  }
}

/** @returns whether it could be kept */
export function writeUncounted(uncounted: boolean): boolean {
  try {
    if (uncounted) localStorage.setItem(UNCOUNTED_KEY, '1');
    else localStorage.removeItem(UNCOUNTED_KEY);
    return true;
  } catch {
    return false;
  }
}
