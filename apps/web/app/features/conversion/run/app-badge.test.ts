import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { badgeWhenHidden } from './app-badge.ts';

const setAppBadge = vi.fn<(count: number) => Promise<void>>();
const clearAppBadge = vi.fn<() => Promise<void>>();
let page: EventTarget & { hidden: boolean };

beforeEach(() => {
  page = Object.assign(new EventTarget(), { hidden: true });
  setAppBadge.mockReset().mockResolvedValue();
  clearAppBadge.mockReset().mockResolvedValue();
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { setAppBadge, clearAppBadge });
});
afterEach(() => vi.unstubAllGlobals());

it('counts finished files while the page is hidden, until it is shown', () => {
  badgeWhenHidden(3);
  expect(setAppBadge).toHaveBeenCalledExactlyOnceWith(3);
  expect(clearAppBadge).not.toHaveBeenCalled();
  page.dispatchEvent(new Event('visibilitychange'));
  page.dispatchEvent(new Event('visibilitychange'));
  expect(clearAppBadge).toHaveBeenCalledOnce();
});

it('leaves the icon unchanged while the page is shown or no file is finished', () => {
  badgeWhenHidden(0);
  page.hidden = false;
  badgeWhenHidden(3);
  expect(setAppBadge).not.toHaveBeenCalled();
});

it('does nothing in browsers that lack or refuse badges', () => {
  setAppBadge.mockRejectedValue(new DOMException('not installed', 'NotAllowedError'));
  badgeWhenHidden(1);
  vi.stubGlobal('navigator', {});
  badgeWhenHidden(1);
  expect(setAppBadge).toHaveBeenCalledOnce();
});
