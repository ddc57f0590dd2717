import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { saveBlob } from './save-blob.ts';
import { canShare, shareFiles } from './share-files.ts';

vi.mock('./save-blob.ts', () => ({ saveBlob: vi.fn() }));
vi.mock('../../../document/tell-visit.ts', () => ({ tellVisit: vi.fn() }));

const PHOTO = { blob: new Blob(['x'], { type: 'image/png' }), name: 'photo.png' };

function device({ touch = true, share = async (): Promise<void> => undefined } = {}): void {
  vi.stubGlobal('matchMedia', () => ({ matches: touch }));
  const accepts = ({ files }: { files: readonly File[] }) => files.every(({ type }) => type.startsWith('image/'));
  vi.stubGlobal('navigator', { share, canShare: accepts });
}

beforeEach(() => vi.mocked(saveBlob).mockClear());
afterEach(() => {
  vi.unstubAllGlobals();
});

test('results are shared where the device accepts their type', () => {
  device();
  expect(canShare([PHOTO])).toBe(true);
  expect(canShare([PHOTO, { blob: new Blob(['x'], { type: 'font/woff2' }), name: 'font.woff2' }])).toBe(false);
});

test('more than 100 results are not shared', () => {
  device();
  expect(canShare(Array.from({ length: 100 }, () => PHOTO))).toBe(true);
  expect(canShare(Array.from({ length: 101 }, () => PHOTO))).toBe(false);
});

test('computers with a mouse, and browsers without a share sheet, only download', () => {
  device({ touch: false });
  expect(canShare([PHOTO])).toBe(false);
  device();
  vi.stubGlobal('navigator', {});
  expect(canShare([PHOTO])).toBe(false);
});

test('the share sheet receives files with their names and types', async () => {
  const share = vi.fn(async (_: { files: readonly File[] }) => undefined);
  device({ share: share as never });
  await shareFiles([PHOTO]);
  const [given] = share.mock.calls[0]?.[0].files ?? [];
  expect([given?.name, given?.type]).toEqual(['photo.png', 'image/png']);
  expect(saveBlob).not.toHaveBeenCalled();
});

test('does nothing when the share sheet is closed, and downloads if sharing fails', async () => {
  device({ share: () => Promise.reject(new DOMException('closed', 'AbortError')) });
  await shareFiles([PHOTO]);
  expect(saveBlob).not.toHaveBeenCalled();
  device({ share: () => Promise.reject(new DOMException('refused', 'NotAllowedError')) });
  await shareFiles([PHOTO]);
  expect(saveBlob).toHaveBeenCalledWith(PHOTO.blob, PHOTO.name);
});
