/** Shows the number of files finished in the background on the icon of the installed site. */

type Badge = { setAppBadge(count: number): Promise<void>; clearAppBadge(): Promise<void> };

/** Shows how many files are done if the page is hidden. The number disappears when the page is shown again. */
export function badgeWhenHidden(done: number): void {
  const device: object = navigator;
  if (!document.hidden || done === 0 || !hasBadge(device)) return;
  // Optional: browsers refuse it where the site is not installed.
  device.setAppBadge(done).catch(() => undefined);
  document.addEventListener('visibilitychange', () => void device.clearAppBadge().catch(() => undefined), { once: true });
}

/** Only some browsers have badges. */
function hasBadge(device: object): device is Badge {
  return 'setAppBadge' in device && 'clearAppBadge' in device;
}
